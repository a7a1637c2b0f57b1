import type { DataEvent } from '../db/commits.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import type { SiteSettings } from './SiteSettings.ts'
import { settingsChanged } from './storedSettings.ts'

/** Failed loads in sequence after which that is logged. A few are normal while a thread that has ended is replaced. */
const maxSilentFailures = 50

interface SettingsServices {
  /** Returns the last committed settings. */
  load: () => Promise<SiteSettings>
  /** Returns a number that grows as soon as a change of the settings, also by another node or program, can be loaded. */
  version: () => number
  warn: (message: string, error: unknown) => void
}

type ChangeListener = (before: SiteSettings, now: SiteSettings) => void

/** The settings as of the last commit, in the main thread. */
export class CurrentSettings implements EventConsumer {
  readonly #services: SettingsServices
  readonly #listeners: ChangeListener[] = []
  #value: SiteSettings
  /** A version whose changes the settings contain; undefined if they have to be loaded whatever the version is. */
  #version: number | undefined
  /** Number of the events so far. */
  #events = 0
  #loading: Promise<void> | undefined
  #failures = 0

  /** @param version the version before the first settings were loaded */
  constructor(first: SiteSettings, version: number, services: SettingsServices) {
    this.#value = first
    this.#version = version
    this.#services = services
  }

  get value(): SiteSettings {
    return this.#value
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  consume(event: DataEvent): void {
    if (!settingsChanged.is(event)) return
    if (event.data) {
      this.#expire()
      this.#replace(event.data)
    } else this.recover()
  }

  recover(): void {
    this.#expire()
    this.check()
  }

  /** Begins to load the settings if they may have changed. To be called regularly, because it does not repeat a load that fails. */
  check(): void {
    this.update()?.catch(() => undefined)
  }

  /**
   * Resolves when the settings contain all changes that were committed before the call; undefined if they already do. Rejects if they
   * cannot be loaded. The next call tries again.
   */
  update(): Promise<void> | undefined {
    if (this.#version === this.#services.version()) return undefined
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<void> {
    try {
      do {
        await this.#loadOnce()
      } while (this.#version !== this.#services.version())
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      if (this.#failures === maxSilentFailures)
        this.#services.warn('The settings cannot be loaded again. The server uses the earlier ones and keeps trying.', error)
      throw error
    } finally {
      // In the same step as the last comparison of versions, so that no later call of `update` gets this promise.
      this.#loading = undefined
    }
  }

  async #loadOnce(): Promise<void> {
    const version = this.#services.version()
    const events = this.#events
    const loaded = await this.#services.load()
    // What an event has brought in the meantime can be newer.
    if (events !== this.#events) return
    this.#replace(loaded)
    this.#version = version
  }

  /** Notes an event. It does not say which version it belongs to. */
  #expire(): void {
    this.#events += 1
    this.#version = undefined
  }

  #replace(now: SiteSettings): void {
    const before = this.#value
    if (JSON.stringify(before) === JSON.stringify(now)) return
    this.#value = now
    for (const listener of this.#listeners) listener(before, now)
  }
}
