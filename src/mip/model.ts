/**
 * A solver-neutral mixed-integer linear program:
 *
 *     minimise  offset + c·x   subject to   rowLower ≤ A x ≤ rowUpper,   lower ≤ x ≤ upper,   x_j integer for j in J.
 *
 * `MipBuilder` builds one; `MipModel` is the finished value in plain typed arrays (rows compressed), which can be sent to other threads.
 * Minimisation only; to maximise, negate the costs.
 */
import { NeoLrpError } from '../problem/errors.ts';

export interface MipModel {
  readonly name: string;
  readonly columnCount: number;
  readonly rowCount: number;
  readonly offset: number;
  readonly cost: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** 1 if the column is integer. */
  readonly integer: Uint8Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  /** Row r has the entries rowStarts[r] … rowStarts[r + 1] − 1 of `columns` and `coefficients`; no column twice. */
  readonly rowStarts: Int32Array;
  readonly columns: Int32Array;
  readonly coefficients: Float64Array;
  readonly columnNames: readonly string[];
  readonly rowNames: readonly string[];
}

export interface Column {
  /** 0 unless given. */
  readonly lower?: number;
  /** +∞ unless given. */
  readonly upper?: number;
  /** 0 unless given. */
  readonly cost?: number;
  readonly integer?: boolean;
  readonly name?: string;
}

/** A linear expression: parallel lists of columns and coefficients. A column may occur more than once. */
export interface Terms {
  readonly columns: ArrayLike<number>;
  readonly coefficients: ArrayLike<number>;
}

/** Builds a mixed-integer program column by column and row by row; `build()` returns it as plain arrays. */
export class MipBuilder {
  offset = 0;
  // Arrays of numbers only: V8 keeps them unboxed, also with a million coefficients.
  private readonly cost: number[] = [];
  private readonly lower: number[] = [];
  private readonly upper: number[] = [];
  private readonly integer: number[] = [];
  private readonly columnNames: string[] = [];
  private readonly rowLower: number[] = [];
  private readonly rowUpper: number[] = [];
  private readonly rowStarts = [0];
  private readonly columns: number[] = [];
  private readonly coefficients: number[] = [];
  private readonly rowNames: string[] = [];

  constructor(readonly name = 'model') {}

  get columnCount(): number {
    return this.cost.length;
  }

  get rowCount(): number {
    return this.rowLower.length;
  }

  /** Returns the index of the new column. */
  addColumn({ lower = 0, upper = Number.POSITIVE_INFINITY, cost = 0, integer = false, name }: Column): number {
    const index = this.columnCount;
    const shown = name ?? `x${index}`;
    if (!Number.isFinite(cost)) throw new NeoLrpError('E_VALUE', `column ${shown} has cost ${cost}; costs must be finite`);
    this.checkInterval(`column ${shown}`, lower, upper);
    this.cost.push(cost);
    this.lower.push(lower);
    this.upper.push(upper);
    this.integer.push(integer ? 1 : 0);
    this.columnNames.push(shown);
    return index;
  }

  addBinary(cost = 0, name?: string): number {
    return this.addColumn({ upper: 1, cost, integer: true, name });
  }

  addCost(column: number, extra: number): void {
    this.requireColumn(column);
    if (!Number.isFinite(extra)) throw new NeoLrpError('E_VALUE', `column ${this.columnNames[column]} gains a cost of ${extra}`);
    this.cost[column] += extra;
  }

  bounds(column: number): readonly [lower: number, upper: number] {
    this.requireColumn(column);
    return [this.lower[column], this.upper[column]];
  }

  atMost(terms: Terms, bound: number, label?: Pick<Column, 'name'>): number {
    return this.addRow(terms, Number.NEGATIVE_INFINITY, bound, label);
  }

  atLeast(terms: Terms, bound: number, label?: Pick<Column, 'name'>): number {
    return this.addRow(terms, bound, Number.POSITIVE_INFINITY, label);
  }

  equal(terms: Terms, value: number, label?: Pick<Column, 'name'>): number {
    return this.addRow(terms, value, value, label);
  }

  /** lower ≤ terms ≤ upper. Coefficients of the same column are added up (HiGHS refuses duplicates), and zeros are dropped. */
  addRow({ columns, coefficients }: Terms, lower: number, upper: number, { name }: Pick<Column, 'name'> = {}): number {
    const row = this.rowCount;
    const shown = name ?? `r${row}`;
    this.checkInterval(`row ${shown}`, lower, upper);
    const merged = new Map<number, number>();
    for (let t = 0; t < columns.length; t++) {
      this.requireColumn(columns[t]);
      if (!Number.isFinite(coefficients[t])) {
        throw new NeoLrpError('E_VALUE', `row ${shown} has coefficient ${coefficients[t]} at column ${this.columnNames[columns[t]]}`);
      }
      merged.set(columns[t], (merged.get(columns[t]) ?? 0) + coefficients[t]);
    }
    for (const [column, coefficient] of merged) {
      if (coefficient === 0) continue;
      this.columns.push(column);
      this.coefficients.push(coefficient);
    }
    this.rowStarts.push(this.columns.length);
    this.rowLower.push(lower);
    this.rowUpper.push(upper);
    this.rowNames.push(shown);
    return row;
  }

  /** The model so far; the builder can still be extended. */
  build(): MipModel {
    return {
      name: this.name,
      columnCount: this.columnCount,
      rowCount: this.rowCount,
      offset: this.offset,
      cost: Float64Array.from(this.cost),
      lower: Float64Array.from(this.lower),
      upper: Float64Array.from(this.upper),
      integer: Uint8Array.from(this.integer),
      rowLower: Float64Array.from(this.rowLower),
      rowUpper: Float64Array.from(this.rowUpper),
      rowStarts: Int32Array.from(this.rowStarts),
      columns: Int32Array.from(this.columns),
      coefficients: Float64Array.from(this.coefficients),
      columnNames: [...this.columnNames],
      rowNames: [...this.rowNames],
    };
  }

  private requireColumn(column: number): void {
    if (!(Number.isInteger(column) && column >= 0 && column < this.columnCount)) {
      throw new NeoLrpError('E_VALUE', `model '${this.name}' has ${this.columnCount} columns, none with index ${column}`);
    }
  }

  private checkInterval(what: string, lower: number, upper: number): void {
    if (Number.isNaN(lower) || Number.isNaN(upper) || lower > upper || lower === Infinity || upper === -Infinity) {
      throw new NeoLrpError('E_VALUE', `${what} has the empty interval [${lower}, ${upper}]`);
    }
  }
}

export function objectiveAt(model: MipModel, point: ArrayLike<number>): number {
  let value = model.offset;
  for (let column = 0; column < model.columnCount; column++) value += model.cost[column] * point[column];
  return value;
}
