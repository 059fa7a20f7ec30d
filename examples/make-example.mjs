// Makes examples/session.jsonl: a short session of work on the folder examples/ledger, with one compaction in it. What
// the operator and the model say is written in story.mjs; what the tools give back is what they really gave back.
//
//   node examples/make-example.mjs           writes the file
//   node examples/make-example.mjs --print   writes it to standard output instead
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Recorder } from './recorder.mjs';
import { PROJECT, STORY } from './story.mjs';
import { Workshop } from './workshop.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

const make = () => {
  const workshop = new Workshop(at('ledger'), PROJECT);
  const recorder = new Recorder(PROJECT);
  try {
    for (const step of STORY) {
      if (step.operator !== undefined) recorder.operator(step.operator);
      else if (step.summary !== undefined) recorder.compact(step.summary);
      else if (step.endTurn) recorder.endTurn(step.pauseMs);
      else for (const call of recorder.model(step)) recorder.result(call, workshop.use(call));
    }
    return recorder.text;
  } finally {
    workshop.close();
  }
};

if (process.argv[2] === '--print') process.stdout.write(make());
else writeFileSync(at('session.jsonl'), make());
