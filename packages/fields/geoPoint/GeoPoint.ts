import { isObject } from '../isObject.ts'

/** A place on the earth, in degrees: east of Greenwich from -180 to 180, north of the equator from -90 to 90. */
export interface GeoPoint {
  lon: number
  lat: number
}

/** Stands for a value that is no point. It is stored only if another program has written it. */
export const invalidPoint = 'invalid'

/** The point where the equator crosses the meridian of Greenwich, which counts as no value. */
export const zeroPoint: GeoPoint = { lon: 0, lat: 0 }

/** Whether a point counts as no value. */
export function isZeroPoint({ lon, lat }: GeoPoint): boolean {
  return lon === 0 && lat === 0
}

/** Converts a coordinate, which may be a number as text. Undefined if it is no finite number. */
function toDegrees(input: unknown): number | undefined {
  if (input === undefined || input === null || input === '') return 0
  const number = typeof input === 'string' || typeof input === 'bigint' ? Number(input) : input
  // Adding 0 turns -0, which JSON does not have, into 0.
  return typeof number === 'number' && Number.isFinite(number) ? number + 0 : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Converts an object with `lon` and `lat`, or its JSON, to a point. A missing coordinate is 0, and nothing at all is the zero point.
 */
export function toPoint(input: unknown): GeoPoint | typeof invalidPoint {
  if (input === null || input === undefined || input === '') return zeroPoint
  const value = typeof input === 'string' ? parse(input) : input
  if (!isObject(value)) return invalidPoint
  const [lon, lat] = [toDegrees(value.lon), toDegrees(value.lat)]
  return lon === undefined || lat === undefined ? invalidPoint : { lon, lat }
}

/** Formats a point as people read it, such as `52.52, 13.405`: latitude first. */
export function formatPoint({ lon, lat }: GeoPoint): string {
  return `${lat}, ${lon}`
}
