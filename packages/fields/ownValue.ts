/**
 * Returns the value of a key that an object itself has, otherwise undefined. Fields and collections can be named `constructor` or
 * `toString`, which every object inherits.
 */
export function ownValue<Value>(object: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined
}
