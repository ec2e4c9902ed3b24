/** A stage of the search. */
export interface Stage {
  /** One descent, or a part of an annealing, so that any stop criterion can sit between two; the stage whose turn is next. */
  step(): Stage;
}
