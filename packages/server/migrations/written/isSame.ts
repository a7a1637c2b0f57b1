/** Whether two parts of collections are the same plain data, with their keys in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
