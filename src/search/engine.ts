/** The working solution under the search: takes routes in, improves and prices them, gives them back. All changes of routes happen in the core. */
import type { DepotSet } from '../problem/depot-set.ts';
import { NeoLrpError } from '../problem/errors.ts';
import { type CoreExports, coreModule } from './core-module.ts';
import type { SearchData } from './data.ts';
import { type Block, layout } from './layout.ts';
import { type SearchParameters, searchParameters } from './parameters.ts';
import { type Individual, neighboursOnRoutes } from './population/individual.ts';
import { type Penalties, priced } from './population/penalties.ts';
import type { RouteList } from './routes.ts';

/** What a build for tests looks at (core/check.ts). */
const checks = [
  'a move between neighbours',
  'a whole route moved',
  'SWAP*',
  'ruin and recreate',
  'ruin and recreate, undone',
  'a stored load or size',
  'a stored link',
];

function differs(what: number, said: number, is: number): never {
  throw new NeoLrpError('E_INTERNAL', `${checks[what]} says ${said}, but it is ${is}`);
}

const arrays = { ints: Int32Array, reals: Float64Array, bytes: Uint8Array };
const blocks = Object.entries<(typeof layout)[keyof typeof layout]>(layout).filter(
  (entry): entry is [keyof typeof layout, Block] => 'content' in entry[1],
);

export class Engine {
  readonly core: CoreExports;

  constructor(
    private readonly data: SearchData,
    module: WebAssembly.Module,
    interrupted: () => boolean = () => false,
    private readonly parameters: SearchParameters = searchParameters(),
  ) {
    const env = { interrupted: () => Number(interrupted()), log: Math.log, differs };
    this.core = new WebAssembly.Instance(module, { env }).exports as unknown as CoreExports;
    this.layOut();
    this.shareMatrix();
  }

  /** `interrupted` says that the descent or annealing under way should end early. */
  static async create(data: SearchData, interrupted?: () => boolean, parameters?: SearchParameters): Promise<Engine> {
    return new Engine(data, await coreModule(data), interrupted, parameters);
  }

  /** Takes over routes as they are. Depots in use count as open. */
  load(routes: RouteList, open: DepotSet, penalties: Penalties): void {
    const { core } = this;
    this.enter(routes, open);
    core.vehicleWeight.value = penalties.vehicle;
    core.depotWeight.value = penalties.depot;
    core.ruleWeight.value = penalties.rule;
    core.distanceWeight.value = penalties.distance;
    core.timeWeight.value = penalties.time;
    core.loadRoutes();
  }

  /** What routes are worth as they are. The working solution stays. */
  evaluate(routes: RouteList, open: DepotSet): Individual {
    this.enter(routes, open);
    return this.listed();
  }

  /** Descends to a local optimum. */
  descend(seed: number): void {
    this.core.descend(seed);
  }

  /** A short annealing by ruin and recreate; expects a feasible solution and leaves the best found. */
  refine(seed: number, iterations: number): void {
    this.startAnnealing();
    const { hot, cold } = this.parameters.annealing.refinement;
    this.anneal(seed, iterations, hot, cold);
    this.core.saveBest();
    this.core.loadRoutes();
  }

  /** A long annealing, in as many parts as one likes: begins at the solution loaded, which must be feasible. */
  startAnnealing(): void {
    this.core.startAnnealing();
  }

  /** One part, between two temperatures in mean arcs. */
  anneal(seed: number, iterations: number, hot: number, cold: number): void {
    this.core.anneal(seed, iterations, hot, (cold / hot) ** (1 / Math.max(1, iterations)));
  }

  /** The best solution of the annealing so far. */
  annealed(): Individual {
    this.core.saveBest();
    return this.listed();
  }

  /** Opens, closes and exchanges depots under the routes; true when anything changed. */
  relocateDepots(): boolean {
    const { buffer } = this.core.memory;
    const changed = this.core.relocateDepots() !== 0;
    if (this.core.memory.buffer !== buffer) this.shareMatrix();
    return changed;
  }

  toIndividual(): Individual {
    this.core.saveRoutes();
    return this.listed();
  }

  private enter(routes: RouteList, open: DepotSet): void {
    this.view('routes', routes.length).set(routes);
    this.view('routesOpen', open.length).set(open);
  }

  /** The solution that the core has listed, priced. */
  private listed(): Individual {
    const { core } = this;
    const { n, m, slots } = this.data;
    core.priceRoutes();
    const list = this.view('routes', 1 + 2 * slots + n);
    let end = 1;
    for (let count = list[0]; count > 0; count--) end += 2 + list[end + 1];
    const routes = Int32Array.from(list.subarray(0, end));
    const excess = priced((kind) => core[`${kind}Excess`].value);
    const excessive = { ...excess, rule: excess.rule + core.exclusiveExcess.value };
    return {
      routes,
      open: Uint8Array.from(this.view('routesOpen', m)),
      cost: core.totalCost.value,
      excess: excessive,
      feasible: core.isWhole.value !== 0 && Object.values(excessive).every((amount) => amount === 0),
      ...neighboursOnRoutes(routes, n, m),
    };
  }

  // Views are made anew at each use: the memory may have grown.
  private view(name: keyof typeof layout, length: number) {
    const { kind } = layout[name];
    const { source } = this.data.travel;
    const View = kind === 'arcs' ? (source.kind === 'narrow' ? Float32Array : Float64Array) : arrays[kind as keyof typeof arrays];
    return new View(this.core.memory.buffer, this.core[name].value, length);
  }

  /** Sets the numbers of the layout, then finds room for its arrays and fills them. */
  private layOut(): void {
    const { core, data } = this;
    for (const [name, entry] of Object.entries(layout) as [keyof typeof layout, (typeof layout)[keyof typeof layout]][])
      if ('value' in entry) core[name].value = Number(entry.value(data, this.parameters));
    const contents = blocks.map(([name, { kind, content, fill }]) => {
      const values = content(data) ?? 0;
      const length = typeof values === 'number' ? values : values.length;
      const bytes = kind === 'arcs' ? (data.travel.source.kind === 'narrow' ? 4 : 8) : arrays[kind].BYTES_PER_ELEMENT;
      core[name].value = core.allocate(bytes * length);
      return { name, values, length, fill };
    });
    for (const { name, values, length, fill } of contents) {
      if (length === 0) continue;
      const view = this.view(name, length);
      if (typeof values !== 'number') view.set(values);
      fill?.(data, view);
    }
  }

  /** From here on the rest of the search reads the core's copy: a large matrix is kept once. To be called again when the memory has grown. */
  private shareMatrix(): void {
    const { source } = this.data.travel;
    if ('matrix' in source) source.matrix = this.view('cost', this.data.places ** 2) as typeof source.matrix;
  }
}
