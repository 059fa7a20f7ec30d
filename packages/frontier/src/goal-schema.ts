import { RECEIPT_SCHEMA, RELATIONS } from './documents.ts';
import { ALIASES, AUTHORITY_ALIASES, MATERIAL_FIELDS, OUTCOMES, REGISTERED_FIELDS, TOPIC_FIELDS } from './names.ts';
import { OWNER_RULES, type OwnerRule } from './owners.ts';
import { each, listOf, oneOrMany, open, type Schema, said } from './schema.ts';
import { BLOCKING_GATES, NOT_FRESH, OPEN_BOUNDARIES } from './state.ts';
import { LIMITS } from './text.ts';

const listed = (words: Iterable<string>): string => [...words].join(', ');

const ABOUT: { readonly [F in keyof typeof REGISTERED_FIELDS]: string } = {
  revision: 'The revision that must have been read.',
  boundary: `Who can read it. Everybody: ${listed(OPEN_BOUNDARIES)}. Without one nobody can.`,
  gate_status: `What stands before it. These block: ${listed(BLOCKING_GATES)}.`,
  freshness: `These make whatever was read stale: ${listed(NOT_FRESH)}.`,
  status: 'Counts as freshness where that is absent.',
};

const registered = open({
  ...each(AUTHORITY_ALIASES, said('The id of the material; without one, the key in the map.', LIMITS.id)),
  ...Object.fromEntries(
    Object.entries(REGISTERED_FIELDS).map(([name, limit]) => [name, said(ABOUT[name as keyof typeof ABOUT], limit)]),
  ),
});

const id = said('The id of a material.', LIMITS.id);
const named = open(each(ALIASES, id));
const topic: Schema = { anyOf: [id, named, listOf({ anyOf: [id, named] })] };

const refTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

const requirement: Schema = {
  anyOf: [
    said('The id of a material.', LIMITS.id),
    open({
      ...each(ALIASES, id),
      relation: { ...said('Why it is read, in any case.'), examples: [...RELATIONS] },
      purpose: said('What it is read for, in words that may leave the machine.', LIMITS.purpose),
      todo_id: said('The todo that it is read for; without one, the owner’s.', LIMITS.id),
      required_revision: said('The revision to read, where the authority names none.', LIMITS.revision),
    }),
  ],
};

const owner = ({ ids }: OwnerRule): Schema =>
  open({
    ...each(ids, said('Text.', LIMITS.id)),
    ...each(MATERIAL_FIELDS, refTo('requirements')),
    ...each(TOPIC_FIELDS, refTo('topics')),
  });

const absent: Schema = { type: ['null', 'string'], pattern: '^[\\s\\u0085\\u001c-\\u001f]*$' };

const group = ({ kind, many }: OwnerRule): Schema => ({
  anyOf: [refTo(kind), many ? listOf(refTo(kind)) : { type: 'array', maxItems: 0 }, absent],
});

/** A receipt row. Rows of any other form are ignored; this is the form of one that counts. */
export const receiptSchema: Schema = open(
  {
    schema_version: { const: RECEIPT_SCHEMA },
    receipt_id: { type: ['string', 'number'] },
    goal_id: { type: ['string', 'number'] },
    agent_id: { type: ['string', 'number'] },
    todo_id: said('The todo that it was read for.', LIMITS.id),
    material_id: { type: ['string', 'number'] },
    observed_revision: said('The revision that was read.', LIMITS.revision),
    outcome: { type: 'string', examples: [...OUTCOMES] },
    recorded_at: { type: 'string', description: 'ISO 8601; without an offset UTC.' },
  },
  ['schema_version', 'receipt_id', 'goal_id', 'agent_id', 'material_id', 'outcome', 'recorded_at'],
);

/** A goal document: the inputs of a frontier by their wire names. */
export const goalSchema: Schema = {
  ...open(
    {
      goal_id: { ...said('The goal.', LIMITS.id), type: ['string', 'number'] },
      agent_id: said('The agent that is asked about.', LIMITS.id),
      generated_at: said('ISO 8601.', LIMITS.time),
      authority_registry: open(
        {
          project_materials: {
            anyOf: [{ type: 'object', additionalProperties: refTo('registered') }, listOf(refTo('registered'))],
          },
          topic_authority: {
            anyOf: [{ type: 'object', additionalProperties: topic }, { type: 'array', maxItems: 0 }, absent],
          },
        },
        ['project_materials'],
      ),
      ...Object.fromEntries(OWNER_RULES.map((rule) => [rule.group, group(rule)])),
      agent_profiles: {
        ...listOf(refTo('profile')),
        description: 'The profiles of several agents, of which the command takes the one that is asked about.',
      },
      visions: {
        ...listOf(refTo('vision')),
        description: 'The visions of several agents, of which the command takes the one that is asked about.',
      },
      receipts: { description: 'Rows; what is no material_usage_receipt_v0 is ignored.' },
      available_boundaries: {
        anyOf: [
          oneOrMany(said('A boundary that this environment can read.', LIMITS.boundary)),
          { type: 'object', maxProperties: 0 },
        ],
      },
    },
    ['goal_id', 'authority_registry'],
  ),
  $defs: {
    registered,
    requirement,
    requirements: oneOrMany(refTo('requirement')),
    topics: oneOrMany(said('A topic of the authority, case-sensitive.', LIMITS.topic)),
    ...Object.fromEntries(OWNER_RULES.map((rule) => [rule.kind, owner(rule)])),
  },
};
