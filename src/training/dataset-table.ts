/**
 * Data sets as tables, for and from other programs: CSV or Parquet with a row per customer, in which what belongs to its set is repeated.
 * The columns are described in docs/reference/formats.md.
 */

import { CsvTable } from '../formats/csv-table.ts';
import { formatRows } from '../formats/csv-text.ts';
import { Source as TextSource } from '../formats/source.ts';
import { loadOptional } from '../node/optional-package.ts';
import { NeoLrpError, type Place } from '../problem/errors.ts';
import { contextFeatures, contextWidth, Neighbourhood } from '../surrogate/context.ts';
import { spreadOf } from '../surrogate/features.ts';
import { type Dataset, isLabelled, type LabelCard } from './dataset.ts';
import { unknownClass } from './instance-class.ts';
import { defaultVehicleCost } from './label.ts';
import { origins } from './sample.ts';
import { type Column, concatenate, startsOf } from './set-table.ts';

/** A table as read: columns by name, and where a row stands. */
interface Table {
  readonly column: (name: string) => Promise<ArrayLike<unknown> | undefined>;
  /** Of the names of the columns, unless a row is named. */
  readonly place: (field: string, row?: number) => Place;
}

/** Whether a file of this name is such a table. */
export const tableKind = (file: string): 'csv' | 'parquet' | undefined => /\.(csv|parquet)$/i.exec(file)?.[1].toLowerCase() as 'csv';

export async function decodeTable(bytes: Uint8Array, file: string, kind: 'csv' | 'parquet'): Promise<Dataset> {
  return datasetFrom(kind === 'csv' ? csvTable(bytes, file) : await parquetTable(bytes, file));
}

function csvTable(bytes: Uint8Array, file: string): Table {
  const table = new CsvTable(new TextSource({ name: file, text: new TextDecoder().decode(bytes) }));
  const { header, rows } = table;
  return {
    async column(name) {
      const at = header.findIndex((own) => own.toLowerCase() === name.toLowerCase());
      if (at < 0) return undefined;
      const isKey = name === 'set' || name === 'group';
      return rows.map((row) => (isKey ? table.text(row, at) : table.number(row, at)));
    },
    place: (field, row) => ({ file, line: row === undefined ? table.headerLine : rows[row].line, field }),
  };
}

const loadReader = () => loadOptional(() => import('hyparquet'), 'Parquet files', 'hyparquet', 'hyparquet-writer');
const loadWriter = () => loadOptional(() => import('hyparquet-writer'), 'Parquet files', 'hyparquet', 'hyparquet-writer');

async function parquetTable(bytes: Uint8Array, file: string): Promise<Table> {
  const { parquetMetadata, parquetRead, parquetSchema } = await loadReader();
  const buffer = Uint8Array.from(bytes).buffer;
  const source = { byteLength: buffer.byteLength, slice: (from: number, to?: number) => buffer.slice(from, to) };
  const broken = (cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new NeoLrpError(
      'E_DATASET',
      `this Parquet file cannot be read (${reason}); write it with snappy compression`,
      { file },
      { cause },
    );
  };
  try {
    const metadata = parquetMetadata(buffer);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    return {
      async column(name) {
        if (!names.includes(name)) return undefined;
        const values = Array<unknown>(Number(metadata.num_rows));
        const keep = ({ columnData, rowStart }: { readonly columnData: ArrayLike<unknown>; readonly rowStart: number }) => {
          for (let k = 0; k < columnData.length; k++) values[rowStart + k] = columnData[k];
        };
        await parquetRead({ file: source, metadata, columns: [name], onChunk: keep }).catch((cause) => Promise.reject(broken(cause)));
        return values;
      },
      place: (field, row) => ({ file, field, ...(row !== undefined && { line: row + 1 }) }),
    };
  } catch (cause) {
    throw broken(cause);
  }
}

const positive = (value: number) => value > 0;
const notNegative = (value: number) => value >= 0;
/** What other columns of numbers may hold: anything. */
const holds: Readonly<Record<string, (value: number) => boolean>> = {
  demand: notNegative,
  capacity: positive,
  spread: positive,
  travel: notNegative,
  routes: positive,
  ...Object.fromEntries(contextFeatures.map((name) => [name, notNegative])),
};

async function datasetFrom(table: Table): Promise<Dataset> {
  const reader = new SetReader(table, await table.column('set'));
  const { start, sets } = reader;
  const [x, y, demand, capacity] = await reader.all(['x', 'y', 'demand', 'capacity']);
  const [depotX, depotY] = (await reader.allOrNone(['depot_x', 'depot_y'])) ?? [x, y].map(({ length }) => new Float64Array(length));
  const given = await reader.allOrNone(contextFeatures);
  const labels = await reader.allOrNone(['travel', 'routes']);
  const [travel, routes] = labels ? [reader.ofSets(labels[0], 'travel'), reader.ofSets(labels[1], 'routes')] : [];
  const spread = await reader.numbers('spread');
  const group = await table.column('group');
  const seen = { x: x.map((value, i) => value - depotX[i]), y: y.map((value, i) => value - depotY[i]) };
  const load = demand.map((value, i) => value / capacity[i]);
  const each = <T>(of: (x: Float64Array, y: Float64Array, load: Float64Array) => T) =>
    Array.from({ length: sets }, (_, k) =>
      of(
        ...([seen.x, seen.y, load].map((column) => column.subarray(start[k], start[k + 1])) as [Float64Array, Float64Array, Float64Array]),
      ),
    );
  return {
    sources: [{ kind: 'given', seed: 0, first: 0, sets, labels: labels ? givenLabels : null }],
    count: sets,
    start,
    x: Float32Array.from(seen.x),
    y: Float32Array.from(seen.y),
    demand: Float32Array.from(demand),
    context: given
      ? Float32Array.from({ length: x.length * contextWidth }, (_, at) => given[at % contextWidth][Math.floor(at / contextWidth)])
      : concatenate([new Float32Array(), ...each((...set) => Float32Array.from(new Neighbourhood(...set).seenFrom(0, 0)))]),
    capacity: reader.ofSets(capacity, 'capacity'),
    spread: spread ? reader.ofSets(spread, 'spread') : Float64Array.from(each((x, y) => spreadOf(x, y) || 1)),
    group: group ? Int32Array.from(reader.firstOf(numbersOf(group).numbers)) : Int32Array.from({ length: sets }, (_, k) => k),
    classCode: new Uint16Array(sets).fill(unknownClass),
    origin: new Uint8Array(sets).fill(origins.indexOf(given ? 'cell' : 'paper')),
    ...(travel && routes && { travel, routes, cost: travel.map((length, k) => length + defaultVehicleCost * routes[k]) }),
  };
}

/** Columns of a table in the order of its sets, whose rows may stand in any order. */
class SetReader {
  readonly sets: number;
  readonly start: Int32Array;
  /** Row of each customer, set after set. */
  private readonly rows: Int32Array;

  constructor(
    private readonly table: Table,
    private readonly keys: ArrayLike<unknown> | undefined,
  ) {
    if (!keys) throw this.fault("there is no column 'set', which says which customers belong together", 'set');
    const { count, numbers } = numbersOf(keys);
    if (count === 0) throw this.fault('the table has no rows', 'set');
    const sizes = Array<number>(count).fill(0);
    for (const set of numbers) sizes[set]++;
    this.sets = count;
    this.start = startsOf(sizes);
    this.rows = new Int32Array(numbers.length);
    const next = this.start.slice();
    numbers.forEach((set, row) => {
      this.rows[next[set]++] = row;
    });
  }

  async numbers(name: string): Promise<Float64Array | undefined> {
    const values = await this.table.column(name);
    if (!values) return undefined;
    const column = Float64Array.from(this.rows, (row) =>
      values[row] === null || values[row] === undefined ? Number.NaN : Number(values[row]),
    );
    const wrong = column.findIndex((value) => !Number.isFinite(value) || holds[name]?.(value) === false);
    if (wrong >= 0) throw this.fault(`column '${name}' cannot hold '${values[this.rows[wrong]] ?? ''}'`, name, this.rows[wrong]);
    return column;
  }

  async all<const Names extends readonly string[]>(names: Names): Promise<{ [K in keyof Names]: Float64Array }> {
    const found = await this.allOrNone(names);
    if (!found) throw this.fault(`the columns ${names.join(', ')} are needed`, names[0]);
    return found;
  }

  async allOrNone<const Names extends readonly string[]>(names: Names): Promise<{ [K in keyof Names]: Float64Array } | undefined> {
    const found = await Promise.all(names.map((name) => this.numbers(name)));
    const absent = names.find((_, k) => !found[k]);
    const there = names.find((_, k) => found[k]);
    if (absent !== undefined && there !== undefined)
      throw this.fault(`there is a column '${there}', but none of the name '${absent}'`, absent);
    return absent === undefined ? (found as { [K in keyof Names]: Float64Array }) : undefined;
  }

  /** A column of sets, which says the same in all rows of one. */
  ofSets(column: Float64Array, name: string): Float64Array {
    for (let k = 0; k < this.sets; k++)
      for (let i = this.start[k] + 1; i < this.start[k + 1]; i++)
        if (column[i] !== column[i - 1])
          throw this.fault(
            `'${name}' of set '${this.keys?.[this.rows[i]]}' is ${column[i - 1]} before, and ${column[i]} here`,
            name,
            this.rows[i],
          );
    return Float64Array.from({ length: this.sets }, (_, k) => column[this.start[k]]);
  }

  /** Of the first row of each set. */
  firstOf = (values: ArrayLike<number>): number[] => Array.from({ length: this.sets }, (_, k) => values[this.rows[this.start[k]]]);

  private fault(reason: string, field: string, row?: number): NeoLrpError {
    return new NeoLrpError('E_DATASET', reason, this.table.place(field, row));
  }
}

/** Keys of any kind as numbers from 0, in the order in which they come. */
function numbersOf(keys: ArrayLike<unknown>): { readonly count: number; readonly numbers: number[] } {
  const known = new Map<unknown, number>();
  const numbers = Array.from(keys, (key) => {
    const number = known.get(key) ?? known.size;
    known.set(key, number);
    return number;
  });
  return { count: known.size, numbers };
}

/** Labels of others; travel and routes serve every vehicle cost. */
const givenLabels: LabelCard = {
  router: 'given',
  iterations: null,
  seconds: null,
  seed: 0,
  vehicleCost: defaultVehicleCost,
  quality: null,
};

/** Rows of a CSV that are put into one text at a time. */
const rowsAtOnce = 50_000;

export async function encodeTable(dataset: Dataset, kind: 'csv' | 'parquet'): Promise<Uint8Array> {
  const columns = columnsOf(dataset);
  if (kind === 'parquet') {
    const { parquetWriteBuffer } = await loadWriter();
    return new Uint8Array(parquetWriteBuffer({ columnData: columns.map((column) => ({ ...column, nullable: false })) }));
  }
  const header = columns.map(({ name }) => name);
  const { length } = columns[0].data;
  const parts: Uint8Array[] = [];
  for (let from = 0; from < Math.max(1, length); from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, length - from) }, (_, k) =>
      columns.map(({ data, type }) => written(data[from + k], type)),
    );
    parts.push(new TextEncoder().encode(formatRows(from === 0 ? [header, ...rows] : rows)));
  }
  return concatenate([new Uint8Array(), ...parts]);
}

type ColumnType = 'INT32' | 'FLOAT' | 'DOUBLE';

/** Nine digits give a float32 back exactly. */
const written = (value: number, type: ColumnType) => (type === 'FLOAT' ? Number(value.toPrecision(9)) : value);

function columnsOf(
  dataset: Dataset,
): { readonly name: string; readonly type: ColumnType; readonly data: Float32Array | Float64Array | Int32Array }[] {
  const { start, count } = dataset;
  const spread = <T extends Column>(column: T): T => repeated(column, start);
  const column = (name: string, type: ColumnType, data: Float32Array | Float64Array | Int32Array) => ({ name, type, data });
  return [
    column('set', 'INT32', spread(Int32Array.from({ length: count }, (_, k) => k))),
    column('group', 'INT32', spread(dataset.group)),
    column('x', 'FLOAT', dataset.x),
    column('y', 'FLOAT', dataset.y),
    column('demand', 'FLOAT', dataset.demand),
    column('capacity', 'DOUBLE', spread(dataset.capacity)),
    column('spread', 'DOUBLE', spread(dataset.spread)),
    ...(isLabelled(dataset)
      ? [column('travel', 'DOUBLE', spread(dataset.travel)), column('routes', 'DOUBLE', spread(dataset.routes))]
      : []),
    ...contextFeatures.map((name, f) =>
      column(
        name,
        'FLOAT',
        dataset.context.filter((_, at) => at % contextWidth === f),
      ),
    ),
  ];
}

/** What belongs to a set, for each of its customers. */
function repeated<T extends Column>(column: T, start: Int32Array): T {
  const all = new (column.constructor as new (length: number) => T)(start[start.length - 1]);
  for (let k = 0; k < start.length - 1; k++) all.fill(column[k], start[k], start[k + 1]);
  return all;
}
