import { defaultWebHook, type WebHook } from '@coffer/schema'
import type { Reader, Transaction } from '../db/engine.ts'
import { Rejection } from '../errors/Rejection.ts'
import { openText, sealText } from '../settings/sealedText.ts'
import { loadParam, saveParam } from '../settings/storedParams.ts'

/** The row of `_params` with all web hooks: plain JSON, or encrypted like the settings. */
const key = 'cofferWebHooks'

/** The stored web hooks, or the reason why they cannot be read. */
type StoredWebHooks = { hooks: readonly WebHook[] } | { problem: string }

function parse(json: string): StoredWebHooks {
  try {
    const hooks = JSON.parse(json) as WebHook[]
    return { hooks: hooks.map(hook => ({ ...defaultWebHook, ...hook })) }
  } catch {
    return { problem: 'the row is damaged' }
  }
}

async function readStored(reader: Reader, encryptionKey: string): Promise<StoredWebHooks> {
  const text = await loadParam(reader, key)
  if (text === undefined) return { hooks: [] }
  const opened = openText(text, encryptionKey)
  return 'problem' in opened ? opened : parse(opened.json)
}

/** Reads the web hooks. Without the key with which they are encrypted there are none. */
export async function loadWebHooks(reader: Reader, encryptionKey: string): Promise<readonly WebHook[]> {
  const stored = await readStored(reader, encryptionKey)
  return 'problem' in stored ? [] : stored.hooks
}

/**
 * Replaces the stored web hooks.
 * @throws Rejection if they cannot be read, because overwriting them would lose them
 */
export async function changeWebHooks(
  transaction: Transaction,
  encryptionKey: string,
  change: (hooks: readonly WebHook[]) => readonly WebHook[],
): Promise<void> {
  const stored = await readStored(transaction, encryptionKey)
  if ('problem' in stored) {
    const message = `The stored web hooks cannot be read, so they are not replaced: ${stored.problem}.`
    throw new Rejection('conflict', { message })
  }
  const value = sealText(JSON.stringify(change(stored.hooks)), encryptionKey)
  transaction.markSettingsChanged()
  await saveParam(transaction, key, value)
}
