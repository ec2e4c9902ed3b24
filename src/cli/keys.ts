/** `neo-lrp keys`: who may use the service. */
import { type JobStore, openStore } from '../jobs/store.ts';
import { defineCommand, type Register, type ValuesOf } from './command.ts';
import { placeOf, placeOptions } from './database.ts';
import { alignColumns } from './output.ts';

async function withStore(options: ValuesOf<typeof placeOptions>, work: (store: JobStore) => Promise<void>): Promise<void> {
  const store = await openStore(placeOf(options));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

const addKey = defineCommand({
  description: 'make a key and print it',
  arguments: [['<name>', 'what the key is called']],
  options: placeOptions,
  examples: [],
  run: (options, output, name) =>
    withStore(options, async (store) => {
      const { secret, ...key } = await store.keys.add(name);
      output.result({ ...key, secret }, () => secret);
      output.note('This is the only time that the key is shown. Clients send it as Authorization: Bearer KEY.');
    }),
});

const listKeys = defineCommand({
  description: 'keys, without their secrets',
  arguments: [],
  options: placeOptions,
  examples: [],
  run: (options, output) =>
    withStore(options, async (store) => {
      const keys = await store.keys.list();
      const heads = ['name', 'id', 'created', 'revoked'].map(output.style.bold);
      const rows = keys.map(({ name, id, created, revoked = '' }) => [name, id, created, revoked]);
      output.result(keys, () => (keys.length === 0 ? 'no keys' : alignColumns([heads, ...rows])));
    }),
});

const revokeKey = defineCommand({
  description: 'refuse a key from now on',
  arguments: [['<key>', 'name or id']],
  options: placeOptions,
  examples: [],
  run: (options, output, key) =>
    withStore(options, async (store) => {
      const revoked = await store.keys.revoke(key);
      output.result(revoked, () => `revoked ${revoked.name} (${revoked.id})`);
    }),
});

export const register: Register = (command) => {
  command
    .description(
      'Adds, lists and revokes the API keys that the service asks for once others than this machine can connect. A key is told once; the database keeps its digest. Jobs belong to the key they were made with. A folder (--data) has one user at a time: end the service first.',
    )
    .addHelpText(
      'after',
      `
Examples:
  neo-lrp keys add warehouse --data neo-lrp-data
  neo-lrp keys list --json
  neo-lrp keys revoke warehouse --database postgres://neo@db.example/jobs`,
    );
  addKey(command.command('add'));
  listKeys(command.command('list'));
  revokeKey(command.command('revoke'));
};
