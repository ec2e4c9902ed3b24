/** Days where there is no history: who orders, and how much, drawn around what the customers say. */
import { createInstance, type Instance } from '../problem/instance.ts';
import { modelOf } from '../problem/model.ts';
import { quantityOf } from '../problem/vehicles.ts';
import { Random } from '../run/random.ts';

export interface DrawOptions {
  readonly days: number;
  /** Standard deviation of an order, as a share of the customer's demand. */
  readonly variation?: number;
  /** Share of the days on which a customer orders. */
  readonly attendance?: number;
  readonly seed?: number;
}

/** Orders are lognormal around the demand of their customer, and as much as fits into a vehicle at most. */
export function drawDays(instance: Instance, { days, variation = 0.3, attendance = 1, seed = 1 }: DrawOptions): Instance {
  const sigma = Math.sqrt(Math.log(1 + variation ** 2));
  const { quantities: names, types } = modelOf(instance);
  const random = new Random(seed);
  return createInstance({
    ...instance,
    days: Array.from({ length: days }, (_, k) => ({
      name: `day ${k + 1}`,
      orders: instance.customers.flatMap((customer) => {
        const comes = random.float() < attendance;
        const drawn = Math.exp(sigma * random.normal() - sigma ** 2 / 2);
        if (!comes) return [];
        const amounts = [customer.demand, ...names.slice(1).map((name) => quantityOf(customer, name))];
        // Of every vehicle type that can carry the ordinary order, how much more the roomiest one can.
        const room = Math.max(
          1,
          ...types.map(({ capacity }) => Math.min(...amounts.map((amount, q) => (amount > 0 ? capacity[q] / amount : drawn)))),
        );
        const factor = Math.min(Number(drawn.toPrecision(4)), room);
        const { quantities } = customer;
        return [
          {
            customer: customer.id,
            demand: factor * customer.demand,
            ...(quantities && {
              quantities: Object.fromEntries(Object.entries(quantities).map(([name, amount]) => [name, factor * amount])),
            }),
          },
        ];
      }),
    })),
  });
}
