/**
 * Every number of the search that a user may tune, with its default and what it means; `--parameters FILE.json` and the library take any
 * part of it. The trials behind the defaults are in docs/lab/search-parameters.md.
 */
import * as z from 'zod';
import { firstIssue } from '../problem/schema-fault.ts';

const share = (value: number, description: string) => z.number().min(0).max(1).default(value).meta({ description });
const count = (value: number, description: string) => z.number().int().min(1).default(value).meta({ description });
const positive = (value: number, description: string) => z.number().positive().default(value).meta({ description });

/** Most neighbours of a customer that are kept. */
export const mostNeighbours = 80;
const near = (value: number, description: string) => z.number().int().min(1).max(mostNeighbours).default(value).meta({ description });

/** Moves of the descent; whole depots are those of `depotMoveShare`. */
export const moveNames = ['relocate', 'swap', '2-opt', '2-opt*', 'swap*', 'whole-route'] as const;

const temperatures = (hot: number, cold: number, of: string) =>
  z
    .strictObject({
      hot: positive(hot, `first temperature of ${of}, in mean arcs`),
      cold: positive(cold, `last temperature of ${of}, in mean arcs`),
    })
    .prefault({});

export const searchParametersSchema = z
  .strictObject({
    race: z
      .strictObject({
        screenShare: share(0.12, 'share of the budget by which every set of depots has had its first turn'),
        raceShare: share(0.25, 'share of the budget by which the race ends'),
        leastEntrants: count(4, 'sets of depots that race at least'),
        leastSolutions: count(8, 'first solutions that are made at least'),
        firstHeats: count(8, 'sets of depots in the first heats'),
        lastHeats: count(2, 'sets of depots in the last heats'),
        favoured: count(2, 'first sets of the ranking that reach the finals where depots must be filled to capacity'),
        heatIterations: count(50, 'iterations of a first heat per customer; later heats have twice as many each'),
      })
      .prefault({}),
    annealing: z
      .strictObject({
        finalShare: share(0.12, 'share of the budget for all finals after the race'),
        longShare: share(0.9, 'share of the budget up to which long annealings may run'),
        mostLong: count(2, 'long annealings at most'),
        spareTime: positive(2.5, 'a second long annealing begins where this many times the duration of the first is left'),
        iterationsPerCustomer: positive(2000, 'iterations of a long annealing per customer at most; beyond 300 customers it grows'),
        cheapOpening: z.number().min(0).default(0.5).meta({
          description: 'a depot may open during an annealing if it costs no more than this share of a mean route',
        }),
        heat: temperatures(1, 0.01, 'a heat'),
        final: temperatures(0.3, 0.01, 'a final'),
        long: temperatures(1, 0.01, 'a long annealing'),
        refinement: temperatures(0.3, 0.01, 'a refinement or polish'),
        hoursFactor: positive(3, 'factor on all temperatures where routes have hours'),
        longRoute: positive(30, 'stops of a mean route beyond which all temperatures rise in proportion, without hours'),
        longFactor: positive(4, 'factor on all temperatures to which that leads at most'),
      })
      .prefault({}),
    descent: z
      .strictObject({
        neighbours: near(16, 'nearest customers beside which each customer is tried'),
        newVehicles: count(3, 'nearest open depots that may send a new vehicle, in ruin and recreate too'),
        without: z.array(z.enum(moveNames)).default([]).meta({ description: 'moves that are left out' }),
      })
      .prefault({}),
    ruin: z
      .strictObject({
        removed: positive(10, 'customers that leave their routes in an iteration, on average'),
        longestString: positive(10, 'most customers of one string, and no more than a mean route has'),
        splitShare: share(0.5, 'share of strings of which a middle part may stay'),
        keepShare: share(0.99, 'chance that one more customer of that part stays'),
        groupShare: share(0.2, 'chance that with a tied customer the whole group leaves'),
        focusTries: count(3, 'draws of the first customer while they miss the depots that are overfull'),
      })
      .prefault({}),
    recreate: z
      .strictObject({
        near: near(12, 'near customers beside whom a place is sought'),
        wide: near(80, 'the same in some iterations: the nearest of a customer in a cluster are all in its own'),
        wideShare: share(0.3, 'the share of those'),
        overlookEvery: count(100, 'one place in so many is overlooked'),
        priceRaise: positive(1.002, 'factor on the price of overfull depots after an iteration that ends with one'),
        priceLower: positive(0.998, 'factor on it after one that ends without'),
        priceLeast: share(0.1, 'the least price, as a share of the first'),
      })
      .prefault({}),
    evolution: z
      .strictObject({
        fewCustomers: count(12, 'up to this many customers, some children begin afresh'),
        afreshShare: share(0.5, 'the share of those'),
        exchanged: share(0.5, 'most routes that a child takes from its second parent, as a share of the smaller'),
        exchangeDraws: count(5, 'draws of such routes until some differ'),
        refineShare: share(0.1, 'share of steps that refine the best solution'),
        refineIterations: count(10, 'iterations of that per customer'),
        depotMoveShare: share(0.3, 'share of descents after which whole depots may open, close or change places'),
        repairShare: share(0.5, 'share of infeasible children that are repaired'),
        repairFactor: positive(10, 'factor on the penalties during a repair'),
        polishFirst: count(5, 'iterations per customer that polish a first solution'),
        polishChild: count(3, 'iterations per customer that polish a child'),
        restartAfter: count(10_000, 'descents without a better solution before the population starts afresh'),
      })
      .prefault({}),
    population: z
      .strictObject({
        survivors: count(12, 'members that survive a cull'),
        newcomers: count(20, 'newcomers between two culls'),
        elite: count(4, 'best members whose rank by cost weighs more than diversity'),
        closest: count(5, 'neighbours that count for diversity'),
      })
      .prefault({}),
    penalties: z
      .strictObject({
        vehicleShare: share(0.25, 'share of descents that should end with no vehicle overfull'),
        depotShare: share(0.5, 'share of descents that should end with no depot overfull'),
        ruleShare: share(0.7, 'share of descents that should end with no rule broken'),
        window: count(50, 'descents between two adaptations'),
        raise: positive(1.25, 'factor on a penalty that is too low'),
        lower: positive(0.85, 'factor on a penalty that is too high'),
        mostRaised: positive(1e6, 'a penalty rises to at most this many times its first value'),
      })
      .prefault({}),
  })
  .meta({ title: 'NEO-LRP search parameters', description: 'What of the search may be tuned; anything left out keeps its default.' });

export type SearchParameters = z.output<typeof searchParametersSchema>;
/** Any part of them. */
export type SearchParametersInput = z.input<typeof searchParametersSchema>;

/** Validates what is given and fills in the rest. */
export function searchParameters(given: SearchParametersInput = {}): SearchParameters {
  const parsed = searchParametersSchema.safeParse(given);
  if (!parsed.success) throw firstIssue(parsed.error, given);
  return parsed.data;
}
