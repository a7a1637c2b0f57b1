import type { Storage } from '../files/Storage.ts'
import type { MailOrder } from '../mail/MailOrder.ts'
import type { Message, RecordChange } from '../realtime/RecordChange.ts'
import type { Effect } from '../threads/effects.ts'

/** What effects act upon. */
export interface EffectTargets {
  storage: Storage
  adminsChanged: () => void
  /** Only takes the mail in: how it goes must not hold up what comes after. */
  sendMail: (order: MailOrder) => void
  tell: (changes: readonly RecordChange[], messages: readonly Message[]) => void
  warn: (message: string, error: unknown) => void
}

/** Performs effects one after the other, in the order in which their changes were answered. A failure is only told of. */
export class EffectQueue {
  readonly #targets: EffectTargets
  #last: Promise<void> = Promise.resolve()

  constructor(targets: EffectTargets) {
    this.#targets = targets
  }

  add(effects: readonly Effect[]): void {
    for (const effect of effects) {
      // Events keep an order of their own: a slow disk is not to hold them up.
      if (effect.kind === 'recordsChanged') this.#targets.tell(effect.changes, effect.messages)
      else this.#last = this.#last.then(() => this.#perform(effect))
    }
  }

  /** Waits for everything that was added. */
  async close(): Promise<void> {
    await this.#last
  }

  async #perform(effect: Exclude<Effect, { kind: 'recordsChanged' }>): Promise<void> {
    const { storage, adminsChanged, sendMail, warn } = this.#targets
    try {
      switch (effect.kind) {
        case 'removeFiles':
          await (effect.prefix.endsWith('/') ? storage.removeBelow(effect.prefix) : storage.remove(effect.prefix))
          break
        case 'removeRecordFiles':
          await storage.removeRecords(effect.collectionId, effect.records)
          break
        case 'adminsChanged':
          adminsChanged()
          break
        case 'sendMail':
          sendMail(effect.order)
          break
      }
    } catch (error) {
      warn(`What follows from a change (${effect.kind}) could not be done.`, error)
    }
  }
}
