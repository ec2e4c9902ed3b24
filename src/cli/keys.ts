/** `neo-lrp keys`: who may use the service. */
import type { Command } from 'commander';
import { type JobStore, openStore } from '../jobs/store.ts';
import { addPlaceOptions, type PlaceOptions, placeOf } from './job-place.ts';
import { addOutputOptions, alignColumns, Output, type OutputOptions } from './output.ts';

type KeysOptions = OutputOptions & PlaceOptions;

export function registerKeys(command: Command): void {
  const keys = command
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
  const subcommand = (name: string) => addPlaceOptions(addOutputOptions(keys.command(name)));

  subcommand('add')
    .summary('make a key and print it')
    .argument('<name>', 'what the key is called')
    .action((name: string, options: KeysOptions) =>
      withStore(options, async (store, output) => {
        const { secret, ...key } = await store.keys.add(name);
        output.result({ ...key, secret }, () => secret);
        output.note('This is the only time that the key is shown. Clients send it as Authorization: Bearer KEY.');
      }),
    );
  subcommand('list')
    .summary('keys, without their secrets')
    .action((options: KeysOptions) =>
      withStore(options, async (store, output) => {
        const known = await store.keys.list();
        output.result(known, () =>
          known.length === 0
            ? 'no keys'
            : alignColumns([
                ['name', 'id', 'created', 'revoked'].map(output.style.bold),
                ...known.map(({ name, id, created, revoked = '' }) => [name, id, created, revoked]),
              ]),
        );
      }),
    );
  subcommand('revoke')
    .summary('refuse a key from now on')
    .argument('<key>', 'name or id')
    .action((key: string, options: KeysOptions) =>
      withStore(options, async (store, output) => {
        const revoked = await store.keys.revoke(key);
        output.result(revoked, () => `revoked ${revoked.name} (${revoked.id})`);
      }),
    );
}

async function withStore(options: KeysOptions, work: (store: JobStore, output: Output) => Promise<void>): Promise<void> {
  const store = await openStore(placeOf(options));
  try {
    await work(store, new Output(options));
  } finally {
    await store.close();
  }
}
