import type { FieldType, Issue } from '../contract.ts'
import { type ShapeOf, shape } from '../options/shape.ts'
import { abilities } from './abilities.ts'
import { type GeoPoint, invalidPoint, isZeroPoint, toPoint, zeroPoint } from './GeoPoint.ts'

const geoPointOptions = shape({})

type GeoPointOptions = ShapeOf<typeof geoPointOptions>

type Value = GeoPoint | typeof invalidPoint

function validate(value: Value): Issue | undefined {
  if (value === invalidPoint)
    return { code: 'validation_invalid_geo_point', message: 'Must be a point such as {"lon": 13.405, "lat": 52.52}.' }
  if (Math.abs(value.lon) > 180)
    return { code: 'validation_invalid_longitude', message: 'Longitude must be between -180 and 180 degrees.' }
  if (Math.abs(value.lat) > 90)
    return { code: 'validation_invalid_latitude', message: 'Latitude must be between -90 and 90 degrees.' }
}

/** A place on the earth, as PocketBase stores it since 0.27. PocketBase 0.22 does not know this type. */
export const field: FieldType<GeoPointOptions, Value> = {
  ...abilities,
  label: 'Geo point',
  options: geoPointOptions,
  column: () => 'point',
  empty: () => zeroPoint,
  isEmpty: value => value !== invalidPoint && isZeroPoint(value),
  normalize: toPoint,
  validate,
  encode: value => (value === invalidPoint ? value : JSON.stringify({ lon: value.lon, lat: value.lat })),
  decode: toPoint,
  toJson: value => (value === invalidPoint ? zeroPoint : value),
  isMultiple: () => false,
  filterModifiers: () => [],
  describe: () => '`lon` from -180 to 180 and `lat` from -90 to 90, in degrees.',
  example: () => ({ lon: 13.405, lat: 52.52 }),
}
