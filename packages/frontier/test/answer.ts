import { buildFrontier, type FrontierInputs } from '@ken/frontier';

/** The builder's answer in the form of the vectors: the packet without its sentences, or the kind of refusal. */
export function answer(inputs: FrontierInputs): unknown {
  const result = buildFrontier(inputs);
  if (!result.ok) return { refused: result.refusal.code.slice('frontier/'.length) };
  const { required_reads, ...rest } = result.value;
  return { expected: { ...rest, required_reads: required_reads.map(({ reason: _reason, ...read }) => read) } };
}
