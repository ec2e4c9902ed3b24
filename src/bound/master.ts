/** The master problem: open depots and known routes under the rows, as a linear program that HiGHS keeps warm. */
import type { Highs, Model } from 'highs';
import type { CertificateRow } from '../problem/certificate.ts';
import type { Relaxation } from './relaxation.ts';
import { type Column, depotCoefficient, membersOf, routeCoefficient, type Span, spanOf } from './rows.ts';

let loaded: Promise<Highs> | undefined;

function loadHighs(): Promise<Highs> {
  loaded ??= import('highs').then((module) => (module.default as unknown as typeof module.default.default)({}));
  return loaded;
}

export interface MasterSolution {
  readonly value: number;
  /** In units of the program. */
  readonly prices: Float64Array;
  readonly open: Float64Array;
  readonly used: readonly { readonly column: Column; readonly share: number }[];
  /** How far rows are from being kept. */
  readonly missing: number;
}

export class Master {
  readonly rows: CertificateRow[] = [];
  readonly members: (Uint8Array | undefined)[] = [];
  readonly columns: Column[] = [];
  private readonly known = new Set<string>();
  /** Positions in the linear program of `columns` and of the slack that makes every row satisfiable, which costs `penalty`. */
  private readonly places: number[] = [];
  private readonly slacks: number[] = [];
  private count: number;

  /** `unit`: whole units in one of the program, whose tolerances are absolute. */
  static async create(relaxation: Relaxation, unit: number, penalty: number): Promise<Master> {
    const highs = await loadHighs();
    return new Master(relaxation, unit, penalty, highs, highs.createModel());
  }

  private constructor(
    private readonly relaxation: Relaxation,
    private readonly unit: number,
    private penalty: number,
    private readonly highs: Highs,
    private readonly lp: Model,
  ) {
    lp.options.set({ output_flag: false, presolve: 'off', solver: 'simplex' });
    for (const cost of relaxation.openingCost) lp.addCol(cost / unit, 0, 1, { indices: [], values: [] });
    this.count = relaxation.m;
  }

  addRow(row: CertificateRow): number {
    const { relaxation, columns, places } = this;
    const [least, most] = spanOf(row, relaxation);
    const inside = membersOf(row, relaxation.n);
    const entries = [
      ...Array.from({ length: relaxation.m }, (_, d) => [d, depotCoefficient(row, d, relaxation)]),
      ...columns.map((column, k) => [places[k], routeCoefficient(row, inside, column, relaxation)]),
    ].filter(([, value]) => value !== 0);
    this.lp.addRow(least, most, { indices: entries.map(([at]) => at), values: entries.map(([, value]) => value) });
    const index = this.rows.push(row) - 1;
    this.members.push(inside);
    if (row.kind === 'supply' || row.kind === 'link') return index;
    for (const value of row.kind === 'customer' || row.kind === 'cut' ? [1] : [1, -1]) {
      this.slacks.push(this.count++);
      this.lp.addCol(this.penalty, 0, Number.POSITIVE_INFINITY, { indices: [index], values: [value] });
    }
    return index;
  }

  /** False where the route is known. */
  addColumn(column: Column): boolean {
    const key = `${column.depot}:${column.kind}:${column.stops.join(',')}`;
    if (this.known.has(key)) return false;
    this.known.add(key);
    const entries = this.rows
      .map((row, r) => [r, routeCoefficient(row, this.members[r], column, this.relaxation)])
      .filter(([, value]) => value !== 0);
    const cost = column.cost / this.unit;
    this.lp.addCol(cost, 0, Number.POSITIVE_INFINITY, { indices: entries.map(([at]) => at), values: entries.map(([, value]) => value) });
    this.columns.push(column);
    this.places.push(this.count++);
    return true;
  }

  /** For cases that look possible only because breaking rows is too cheap. */
  raisePenalty(): void {
    this.penalty *= 20;
    for (const slack of this.slacks) this.lp.changeColCost(slack, this.penalty);
  }

  /** What one case allows. */
  restrict(depots: readonly Span[], spans: readonly Span[], allows: (column: Column) => boolean): void {
    depots.forEach(([least, most], d) => {
      this.lp.changeColBounds(d, least, most);
    });
    spans.forEach(([least, most], r) => {
      this.lp.changeRowBounds(r, least, most);
    });
    this.columns.forEach((column, k) => {
      this.lp.changeColBounds(this.places[k], 0, allows(column) ? Number.POSITIVE_INFINITY : 0);
    });
  }

  /** Undefined where the time is over, or HiGHS fails. */
  solve(seconds: number): MasterSolution | undefined {
    const { lp, relaxation, columns, places, slacks } = this;
    lp.options.set('time_limit', lp.getRunTime() + Math.max(0.01, Math.min(seconds, 1e6)));
    if (!this.run()) {
      // From scratch, it may get over what the last basis could not.
      lp.clearSolver();
      if (!this.run()) return undefined;
    }
    const { colValue, rowDual } = lp.getSolution();
    return {
      value: lp.getObjectiveValue(),
      prices: rowDual,
      open: colValue.slice(0, relaxation.m),
      used: columns.flatMap((column, k) => (colValue[places[k]] > 1e-7 ? [{ column, share: colValue[places[k]] }] : [])),
      missing: slacks.reduce((sum, at) => sum + colValue[at], 0),
    };
  }

  private run(): boolean {
    try {
      this.lp.run();
    } catch {
      return false;
    }
    return this.lp.getModelStatus() === this.highs.constants.modelStatus.optimal;
  }

  dispose(): void {
    this.lp.dispose();
  }
}
