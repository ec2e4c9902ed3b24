/**
 * A certificate of a lower bound: prices for the rows of a relaxation, in a tree of cases. With prices that leave no route a negative reduced
 * cost, a case costs at least what its rows are worth (Lagrangian duality), so checking takes no solver. All numbers are whole.
 */

/** A linear row over open depots and routes that every plan keeps; places by position in the instance. */
export type CertificateRow =
  /** The customer is served once. */
  | { readonly kind: 'customer'; readonly customer: number }
  /** The load of the depot's routes is at most what it can supply if it is open. */
  | { readonly kind: 'supply'; readonly depot: number }
  /** The customer is served from the depot only if that is open. */
  | { readonly kind: 'link'; readonly depot: number; readonly customer: number }
  /** Routes that start at these depots. */
  | { readonly kind: 'routes'; readonly depots: readonly number[] }
  /** Routes of this vehicle type that start at these depots. */
  | { readonly kind: 'vehicles'; readonly type: number; readonly depots: readonly number[] }
  /** Half the number of times that routes enter or leave the set of customers: the vehicles that it needs. */
  | { readonly kind: 'cut'; readonly customers: readonly number[]; readonly least: number }
  /** Open depots among these. */
  | { readonly kind: 'open'; readonly depots: readonly number[]; readonly least: number; readonly most: number };

/** What a case distinction asks; every plan answers it one way. */
export type CertificateBranch =
  /** Is the depot open? */
  | { readonly depot: number }
  /** Does the depot serve the customer? */
  | { readonly customer: number; readonly server: number }
  /** Is the row above `at`? */
  | { readonly row: number; readonly at: number };

/** A leaf is the position of its prices. */
export type CertificateTree = number | { readonly branch: CertificateBranch; readonly no: CertificateTree; readonly yes: CertificateTree };

/** The file that `neo-lrp prove --out` writes. */
export interface Certificate {
  readonly format: 'neo-lrp/certificate';
  readonly version: 1;
  readonly instance: string;
  readonly instanceHash: string;
  /** No plan costs less. */
  readonly bound: number;
  /** Fields of the instance that the bound leaves out. */
  readonly relaxed: readonly string[];
  /** Units of prices and rounded costs in a unit of cost; a power of two. */
  readonly scale: number;
  /** Loads in whole numbers, and how many of them are a unit of demand. */
  readonly loads: readonly number[];
  readonly loadScale: number;
  /** For each customer those whose visits a route remembers there: it may not return to them while it does. */
  readonly memory: readonly (readonly number[])[];
  readonly rows: readonly CertificateRow[];
  /** Pairs of row and price. */
  readonly prices: readonly (readonly (readonly [number, number])[])[];
  readonly tree: CertificateTree;
}
