import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, field, type ServedCollections, serveCollections } from './serveCollections.ts'

let server: ServedCollections
beforeAll(async () => {
  server = await serveCollections([base('cities', [field('name', 'text'), field('place', 'geoPoint')])])
})
afterAll(() => server.close())

const path = 'cities/records'
const cities = {
  Berlin: { lon: 13.405, lat: 52.52 },
  Sydney: { lon: 151.21, lat: -33.87 },
  Nowhere: { lon: 0, lat: 0 },
}

test('a point is returned as it was sent, and its parts are filtered and sorted by like fields', async () => {
  for (const [name, place] of Object.entries(cities)) {
    const { status, json } = await server.ask('POST', path, { body: { name, place } })
    expect([status, json.place]).toEqual([200, place])
  }
  const names = async (query: Record<string, string>) => {
    const { json } = await server.ask('GET', `${path}?${new URLSearchParams(query)}`)
    return (json.items as { name: string }[]).map(({ name }) => name)
  }
  expect(await names({ filter: 'place.lat > 50' })).toEqual(['Berlin'])
  expect(await names({ filter: 'place.lat < 0 && place.lon >= 151.21' })).toEqual(['Sydney'])
  expect(await names({ filter: 'place.lon = 0' })).toEqual(['Nowhere'])
  expect(await names({ sort: 'place.lat' })).toEqual(['Sydney', 'Nowhere', 'Berlin'])
  expect(await names({ sort: '-place.lon', filter: 'place.lon != 0' })).toEqual(['Sydney', 'Berlin'])
  expect((await server.ask('GET', `${path}?filter=place.height%3E1`)).status).toBe(400)
})

test('a point that is not on the earth, or is no point, is rejected with the reason and stores nothing', async () => {
  for (const [place, code] of [
    [{ lon: 181, lat: 0 }, 'validation_invalid_longitude'],
    [{ lon: 0, lat: -91 }, 'validation_invalid_latitude'],
    ['Berlin', 'validation_invalid_geo_point'],
    [[13, 52], 'validation_invalid_geo_point'],
  ] as const) {
    const { status, json } = await server.ask('POST', path, { body: { name: 'rejected', place } })
    expect([status, json.data]).toMatchObject([400, { place: { code } }])
  }
  const { json } = await server.ask('GET', `${path}?filter=name%3D%22rejected%22`)
  expect(json.totalItems).toBe(0)
})

test('the parts of a form and missing values become points', async () => {
  const form = new FormData()
  form.set('name', 'form')
  form.set('place', '{"lat":1.5,"lon":2}')
  expect((await server.ask('POST', path, { body: form })).json.place).toEqual({ lon: 2, lat: 1.5 })
  const { json } = await server.ask('POST', path, { body: { name: 'none' } })
  expect(json.place).toEqual({ lon: 0, lat: 0 })
  const changed = await server.ask('PATCH', `${path}/${json.id}`, { body: { place: null, name: 'still none' } })
  expect(changed.json.place).toEqual({ lon: 0, lat: 0 })
})
