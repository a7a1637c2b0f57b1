/** Cost of a bcrypt hash if the field sets none. */
export const defaultCost = 10

/** Limits of the cost that a field can set. Each step doubles the time of a hash: about 2 seconds at the maximum. */
export const costLimits = { min: 4, max: 15 }
