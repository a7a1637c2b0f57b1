import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})
const zero = { lon: 0, lat: 0 }

describe('a geoPoint field', () => {
  testFieldContract(field)

  test('a geoPoint field has no options', () => {
    expect(JSON.stringify(defaults)).toBe('{}')
  })

  test.each([
    [
      { lon: 13.4, lat: 52.5 },
      { lon: 13.4, lat: 52.5 },
    ],
    [
      { lat: 52.5, lon: 13.4, more: true },
      { lon: 13.4, lat: 52.5 },
    ],
    [
      { lon: '13.4', lat: '-52.5' },
      { lon: 13.4, lat: -52.5 },
    ],
    ['{"lon":13.4,"lat":52.5}', { lon: 13.4, lat: 52.5 }],
    [{ lon: 13.4 }, { lon: 13.4, lat: 0 }],
    [{ lon: null, lat: '' }, zero],
    [{ lon: -0, lat: 0 }, zero],
    [{}, zero],
    [null, zero],
    [undefined, zero],
    ['', zero],
  ])('reads %j as %j', (input, point) => {
    expect(field.normalize(input, defaults)).toEqual(point)
  })

  test.each([
    'Berlin',
    '13.4',
    '[13.4,52.5]',
    [13.4, 52.5],
    5,
    true,
    { lon: 'east', lat: 1 },
    { lon: [1], lat: 1 },
    { lon: Number.POSITIVE_INFINITY, lat: 1 },
  ])('rejects %j', input => {
    expect(validateInput(field, {}, input)).toEqual({
      code: 'validation_invalid_geo_point',
      message: 'Must be a point such as {"lon": 13.405, "lat": 52.52}.',
    })
  })

  test.each([
    [{ lon: 180.1, lat: 0 }, 'validation_invalid_longitude', 'Longitude must be between -180 and 180 degrees.'],
    [{ lon: -181, lat: 91 }, 'validation_invalid_longitude', 'Longitude must be between -180 and 180 degrees.'],
    [{ lon: 0, lat: 90.5 }, 'validation_invalid_latitude', 'Latitude must be between -90 and 90 degrees.'],
    [{ lon: 0, lat: -90.5 }, 'validation_invalid_latitude', 'Latitude must be between -90 and 90 degrees.'],
  ])('rejects %j, which is not on the earth', (input, code, message) => {
    expect(validateInput(field, {}, input)).toEqual({ code, message })
  })

  test.each([
    { lon: 180, lat: 90 },
    { lon: -180, lat: -90 },
  ])('accepts the limit %j', input => {
    expect(validateInput(field, {}, input)).toBeUndefined()
  })

  test('only the zero point is empty', () => {
    const isEmpty = (input: unknown) => field.isEmpty(field.normalize(input, defaults))
    expect([isEmpty({ lon: 0, lat: 0 }), isEmpty({ lon: 0, lat: 0.1 }), isEmpty('Berlin')]).toEqual([true, false, false])
  })

  test.each([null, 5, 'Berlin', '[]', '{"lon":"x"}'])('returns the zero point for %j of the database', stored => {
    expect(field.toJson(field.decode(stored, defaults))).toEqual(zero)
  })
})
