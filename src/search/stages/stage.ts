/** A stage of the search. */
export interface Stage {
  /** Does one descent, or a part of an annealing, so that stop criteria are checked often; returns the stage whose turn is next. */
  step(): Stage;
}
