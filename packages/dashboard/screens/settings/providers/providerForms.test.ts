import { providerNames, settings, settingsProviderNames } from '@coffer/schema'
import { expect, test } from 'vitest'
import { checkProvider, listedProviders, providersOfCollections } from './providerForms.ts'

test('listedProviders contains every provider of the settings once', () => {
  expect(listedProviders.toSorted()).toEqual([...settingsProviderNames].sort())
})

test('providersOfCollections contains every provider once', () => {
  expect(providersOfCollections.toSorted()).toEqual([...providerNames].sort())
})

const urls = { authUrl: 'https://a.example', tokenUrl: 'https://a.example', userApiUrl: 'https://a.example' }

test.each([
  ['google', { enabled: true }, []],
  ['gitlab', { enabled: true }, []],
  ['mailcow', { enabled: false }, []],
  ['mailcow', { enabled: true }, ['authUrl', 'tokenUrl', 'userApiUrl']],
  ['mailcow', { enabled: true, ...urls }, []],
  ['microsoft', { enabled: true }, ['authUrl', 'tokenUrl']],
  ['oidc2', { enabled: true, ...urls, tokenUrl: '', displayName: 'Ours' }, ['tokenUrl']],
  ['oidc2', { enabled: true, ...urls }, ['displayName']],
] as const)('checkProvider of %s with %j reports the missing fields %j', (name, given, missing) => {
  const draft = settings.parse({ [`${name}Auth`]: given })
  expect(Object.keys(checkProvider(draft, name)).sort()).toEqual(missing.map(field => `${name}Auth.${field}`).sort())
})
