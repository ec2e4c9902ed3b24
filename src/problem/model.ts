/** An instance compiled: what follows from it is worked out once, when it is first asked for, and kept with it for as long as it lives. */
import { type DepotRules, depotRulesOf } from './depot-set.ts';
import { derived } from './derived.ts';
import { hashOf } from './hash.ts';
import type { Instance } from './instance.ts';
import { requireInstanceShape } from './instance-shape.ts';
import { type CompiledRules, compileRules } from './rules.ts';
import { type TravelCosts, travelOf } from './travel.ts';
import { largestOf, quantitiesOf, shortFields, usesTime, type VehicleType, vehicleTypesOf } from './vehicles.ts';
import { type Reach, reachOf } from './within-reach.ts';

export class Model {
  readonly instance: Instance;
  #hash?: string;
  #quantities?: readonly string[];
  #types?: readonly VehicleType[];
  #largestVehicle?: VehicleType;
  #usesTime?: boolean;
  #travel?: TravelCosts;
  #reach?: Reach | undefined;
  #rules?: CompiledRules;
  #depotRules?: DepotRules;

  constructor(instance: Instance) {
    this.instance = instance;
  }

  /** Of the content: equal for equal instances. */
  get hash(): string {
    this.#hash ??= hashOf(this.instance);
    return this.#hash;
  }

  /** What vehicles carry: the demand first, then the quantities that customers name besides, in the order of their first mention. */
  get quantities(): readonly string[] {
    this.#quantities ??= quantitiesOf(this.instance.customers);
    return this.#quantities;
  }

  /** The vehicle types, however the instance states them. */
  get types(): readonly VehicleType[] {
    this.#types ??= vehicleTypesOf(this.instance, this.quantities);
    return this.#types;
  }

  /** The type that stands for all where only one can be seen: the one with most capacity, and of equals the cheapest. */
  get largestVehicle(): VehicleType {
    this.#largestVehicle ??= largestOf(this.types);
    return this.#largestVehicle;
  }

  /** Whether the instance lists its vehicles, so that plans name them. */
  get namesVehicles(): boolean {
    return this.instance.vehicles !== undefined;
  }

  /** Where the instance states this of its vehicles. */
  fieldOf(field: keyof typeof shortFields): string {
    return this.namesVehicles ? `vehicles.${field}` : shortFields[field];
  }

  /** Whether routes have a timetable. */
  get usesTime(): boolean {
    this.#usesTime ??= usesTime(this.instance);
    return this.#usesTime;
  }

  /** Distances, costs and times between places: depots first, then customers. */
  get travel(): TravelCosts {
    this.#travel ??= travelOf(this.instance);
    return this.#travel;
  }

  /** Which customers the vehicles of a depot can serve at all; undefined where they reach everybody. */
  get reach(): Reach | undefined {
    this.#reach ??= reachOf(this);
    return this.#reach;
  }

  /** Rules on customers and depots, by position. */
  get rules(): CompiledRules {
    this.#rules ??= compileRules(this.instance, this.reach);
    return this.#rules;
  }

  /** What a set of open depots must keep. */
  get depotRules(): DepotRules {
    this.#depotRules ??= depotRulesOf(this.instance, this.rules);
    return this.#depotRules;
  }
}

/** The one model of a frozen instance; one that can still change has a new one each time. */
export const modelOf = derived((instance: Instance) => new Model(instance));

/** 16 hex digits; equal for equal instances, whatever file they came from. Names of places and units, which only people read, do not count. */
export const instanceHash = (instance: Instance): string => modelOf(requireInstanceShape(instance)).hash;

/** Distances and costs between the places of an instance: depots first, then customers. */
export const travelCosts = (instance: Instance): TravelCosts => modelOf(requireInstanceShape(instance)).travel;
