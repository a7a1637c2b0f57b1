import { setImmediate as turn } from 'node:timers/promises'
import { settings } from '@coffer/schema'
import { expect, test } from 'vitest'
import { CurrentSettings } from './CurrentSettings.ts'
import { type SiteSettings, siteSettingsOf } from './SiteSettings.ts'
import { settingsChanged } from './storedSettings.ts'

/** Returns settings that the name of the app tells apart. */
const named = (appName: string): SiteSettings => ({ ...siteSettingsOf(settings.parse({})), appName })

/** Opens the settings of version 0. */
function openSettings() {
  let version = 0
  const loads: PromiseWithResolvers<SiteSettings>[] = []
  const warnings: string[] = []
  const load = () => {
    const started = Promise.withResolvers<SiteSettings>()
    loads.push(started)
    return started.promise
  }
  const warn = (message: string) => warnings.push(message)
  const current = new CurrentSettings(named('first'), version, { load, version: () => version, warn })
  const commit = () => {
    version += 1
  }
  /** Ends the last load. */
  const end = async (loaded: string | Error) => {
    const last = loads.at(-1)
    if (typeof loaded === 'string') last?.resolve(named(loaded))
    else last?.reject(loaded)
    await turn()
  }
  return { current, loads, warnings, commit, end, name: () => current.value.appName }
}

test('settings that could not be loaded are loaded by the next check, without another change', async () => {
  const { current, loads, warnings, commit, end, name } = openSettings()
  commit()
  current.recover()
  await end(new Error('The thread has ended.'))
  expect(name()).toBe('first')
  current.check()
  await end('second')
  expect(name()).toBe('second')
  current.check()
  expect([loads.length, warnings]).toEqual([2, []])
})

test('settings that cannot be loaded for long are logged once, and apply as soon as they are loaded', async () => {
  const { current, warnings, end, name } = openSettings()
  current.recover()
  for (let count = 1; count <= 200; count += 1) {
    await end(new Error('The database cannot be reached.'))
    current.check()
  }
  expect(warnings).toEqual([expect.stringContaining('keeps trying')])
  await end('second')
  expect(name()).toBe('second')
})

test('an update resolves only with the settings of a change that was committed during its load', async () => {
  const { current, loads, commit, end, name } = openSettings()
  expect(current.update()).toBeUndefined()
  commit()
  const updated = current.update()
  commit()
  await end('second')
  expect(loads.length).toBe(2)
  await end('third')
  await updated
  expect(name()).toBe('third')
  expect(current.update()).toBeUndefined()
})

test('an update rejects if the settings cannot be loaded, and the next one loads them', async () => {
  const { current, commit, end, name } = openSettings()
  commit()
  const failed = expect(current.update()).rejects.toThrow('cannot be reached')
  await end(new Error('The database cannot be reached.'))
  await failed
  const updated = current.update()
  await end('second')
  await updated
  expect(name()).toBe('second')
})

test('a load that began before an event does not replace the settings of the event', async () => {
  const { current, commit, end, name } = openSettings()
  commit()
  current.check()
  current.consume(settingsChanged(named('of the event')))
  await end('older')
  expect(name()).toBe('of the event')
  await end('newest')
  expect(name()).toBe('newest')
  expect(current.update()).toBeUndefined()
})
