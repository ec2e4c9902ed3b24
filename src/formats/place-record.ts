/** Makes depots and customers from the columns of a table or the properties of a map feature. */
import type { ErrorCode, NeoLrpError } from '../problem/errors.ts';
import type { InstanceInput } from '../problem/instance.ts';
import type { TimeUnit } from '../problem/vehicle-schema.ts';
import { type Field, type Information, spellings } from './field-names.ts';
import { operationFrom, serviceFrom } from './service-record.ts';

export interface PlaceRecord {
  /** Whether there is such a column or property, even an empty one. */
  has(field: Field): boolean;
  /** Undefined if the field is absent or empty. */
  text(field: Field): string | undefined;
  /** Throws if the text is not a number. */
  number(field: Field): number | undefined;
  /** What the column or property is called. */
  nameOf(field: Field): string;
  /** Name, address and whatever else is known about the place. */
  information(): Information;
  fault(field: Field, code: ErrorCode, reason: string): NeoLrpError;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

export type PlaceMaker<T> = (record: PlaceRecord, at: Position, index: number) => T;

/** `unit`: that of bare numbers in columns of times. */
export const customerFrom =
  (unit: TimeUnit = 'min'): PlaceMaker<InstanceInput['customers'][number]> =>
  (record, { x, y }, index) => ({
    id: idOf(record, index),
    x,
    y,
    demand: required(record, 'demand'),
    ...serviceFrom(record, unit),
    ...record.information(),
  });

export const depotFrom =
  (unit: TimeUnit = 'min'): PlaceMaker<InstanceInput['depots'][number]> =>
  (record, { x, y }, index) => ({
    id: idOf(record, index),
    x,
    y,
    capacity: isUnlimited(record.text('capacity')) ? null : record.number('capacity'),
    openingCost: record.number('openingCost'),
    status: statusOf(record),
    ...operationFrom(record, unit),
    ...record.information(),
  });

export function required(record: PlaceRecord, field: Field): number {
  const value = record.number(field);
  if (value !== undefined) return value;
  if (record.has(field)) {
    const { name } = record.information();
    const shown = record.text('id') ?? name;
    throw record.fault(
      field,
      'E_SYNTAX',
      `the cell is empty${shown === undefined ? '' : ` for '${shown.slice(0, 40)}'`}${totalHint(shown)}`,
    );
  }
  throw record.fault(field, 'E_SYNTAX', `no ${field} is given (also known as ${spellings(field).slice(1).join(', ')})`);
}

const total = /^\W*(grand total|totals?|sum|summe|gesamt(summe)?|insgesamt|somme|totaux|totale|suma|totaal|totais|razem|skupaj)\b/i;

const totalHint = (text = '') => (total.test(text) ? '; if this row is a total, remove it' : '');

/** The position in the table if there is no id. */
function idOf(record: PlaceRecord, index: number): string {
  const id = record.text('id');
  if (id === undefined && record.has('id')) throw record.fault('id', 'E_SYNTAX', `the id is empty${totalHint(record.information().name)}`);
  return id ?? String(index);
}

const isUnlimited = (text: string | undefined) => text === undefined || /^\s*(unlimited|infinite|infinity|inf|none)\s*$/i.test(text);

/** Without accents, in lower case. */
const statusWords = {
  candidate: `candidate candidato candidat kandidat kandidaat option optional optionnel opzionale possible potential potentiell potentiel
    potencial potenziale planned geplant frei free`,
  open: `open opened offen geoeffnet geoffnet existing bestehend vorhanden existant existente esistente bestaand istniejacy obstojece
    ouvert ouverte abierto abierta aperto aperta geopend aberto aberta otwarty odprto active aktiv actif active activo attivo fixed yes ja oui si
    sim tak da true y j`,
  closed: `closed geschlossen gesperrt zu ferme fermee cerrado cerrada chiuso chiusa gesloten fechado fechada zamkniety zaprto inactive
    inaktiv inactif inactivo inattivo no nein non nee nao nie ne false n`,
} as const;

type Status = keyof typeof statusWords;
const statuses: ReadonlyMap<string, Status> = new Map(
  (Object.keys(statusWords) as Status[]).flatMap((status) => statusWords[status].split(/\s+/).map((word) => [word, status] as const)),
);

function statusOf(record: PlaceRecord): Status {
  const text = record.text('status') ?? 'candidate';
  const status = statuses.get(text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase());
  if (status !== undefined) return status;
  throw record.fault('status', 'E_SYNTAX', `the status must be candidate, open or closed, not '${text.trim().slice(0, 40)}'`);
}

interface Rule {
  readonly field: 'allowedDepots' | 'forbiddenDepots';
  readonly rule: 'allowed' | 'forbidden';
}

const rulesByField: readonly Rule[] = [
  { field: 'allowedDepots', rule: 'allowed' },
  { field: 'forbiddenDepots', rule: 'forbidden' },
];

/** Rules stated in columns of the customers' table: depots by id or name, separated by commas, semicolons or bars. */
export function depotRules(
  records: readonly PlaceRecord[],
  customers: readonly { readonly id: string | number }[],
  depots: readonly { readonly id: string | number; readonly name?: string }[],
): Partial<Record<'allowed' | 'forbidden', Record<string, string[]>>> {
  const known = new Map<string, string>();
  for (const { id, name } of depots) if (name !== undefined) known.set(name.trim(), String(id));
  for (const { id } of depots) known.set(String(id), String(id));
  return Object.fromEntries(
    rulesByField.flatMap(({ field, rule }) => {
      const entries = records.flatMap((record, k) => {
        const text = record.text(field);
        if (text === undefined) return [];
        const list = known.has(text) ? [text] : text.split(/[,;|\n]/).map((part) => part.trim());
        const ids = list
          .filter((part) => part !== '')
          .map((part) => {
            const id = known.get(part);
            if (id === undefined) throw record.fault(field, 'E_UNKNOWN_ID', `there is no depot '${part.slice(0, 40)}'`);
            return id;
          });
        return [[String(customers[k].id), ids] as const];
      });
      return entries.length > 0 ? [[rule, Object.fromEntries(entries)]] : [];
    }),
  );
}
