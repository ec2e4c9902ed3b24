/** `neo-lrp keys`: who may use the service. */
import type { ApiKeys } from '../jobs/api-keys.ts';
import { openStore } from '../jobs/store.ts';
import { defineCommand, type Register } from './command.ts';
import { placeOf, placeOptions } from './database.ts';
import { alignColumns, type Output } from './output.ts';

type Argument = readonly [name: string, description: string];
type Action = (keys: ApiKeys, output: Output, text: string) => Promise<void>;

const keyCommand = (description: string, taken: readonly Argument[], action: Action): Register =>
  defineCommand({
    description,
    arguments: taken,
    options: placeOptions,
    examples: [],
    async run(options, output, text = '') {
      const store = await openStore(placeOf(options));
      try {
        await action(store.keys, output, String(text));
      } finally {
        await store.close();
      }
    },
  });

const subcommands: Readonly<Record<string, Register>> = {
  add: keyCommand('make a key and print it', [['<name>', 'what the key is called']], async (keys, output, name) => {
    const { secret, ...key } = await keys.add(name);
    output.result({ ...key, secret }, () => secret);
    output.note('This is the only time that the key is shown. Clients send it as Authorization: Bearer KEY.');
  }),
  list: keyCommand('keys, without their secrets', [], async (keys, output) => {
    const all = await keys.list();
    const heads = ['name', 'id', 'created', 'revoked'].map(output.style.bold);
    const rows = all.map(({ name, id, created, revoked = '' }) => [name, id, created, revoked]);
    output.result(all, () => (all.length === 0 ? 'no keys' : alignColumns([heads, ...rows])));
  }),
  revoke: keyCommand('refuse a key from now on', [['<key>', 'name or id']], async (keys, output, key) => {
    const revoked = await keys.revoke(key);
    output.result(revoked, () => `revoked ${revoked.name} (${revoked.id})`);
  }),
};

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
  for (const [name, registerSubcommand] of Object.entries(subcommands)) registerSubcommand(command.command(name));
};
