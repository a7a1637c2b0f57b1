import type { DataEvent } from '../db/engine.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import type { SiteSettings } from './SiteSettings.ts'
import { settingsChanged } from './storedSettings.ts'

interface SettingsServices {
  /** Returns the last committed settings. */
  load: () => Promise<SiteSettings>
  warn: (message: string, error: unknown) => void
}

type ChangeListener = (before: SiteSettings, now: SiteSettings) => void

/** The settings as of the last commit, in the main thread. */
export class CurrentSettings implements EventConsumer {
  readonly #services: SettingsServices
  readonly #listeners: ChangeListener[] = []
  #value: SiteSettings
  /** Number of the last change, or of the last load, which reads what was committed before it. */
  #last = 0

  constructor(first: SiteSettings, services: SettingsServices) {
    this.#value = first
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
      this.#last += 1
      this.#replace(event.data)
    } else this.recover()
  }

  recover(): void {
    const number = ++this.#last
    this.#services.load().then(
      loaded => number === this.#last && this.#replace(loaded),
      error => this.#services.warn('The settings could not be loaded again. Save them to apply them.', error),
    )
  }

  #replace(now: SiteSettings): void {
    const before = this.#value
    if (JSON.stringify(before) === JSON.stringify(now)) return
    this.#value = now
    for (const listener of this.#listeners) listener(before, now)
  }
}
