import type { Issue } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'
import { FilterError } from '../filter/FilterError.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { blank, lengthBetween } from '../issues/rules.ts'
import { validateUrlFormat } from '../settings/formats.ts'
import type { WebHookOptions } from './WebHook.ts'

const maxUrlBytes = 2_000
const maxFilterBytes = 2_000

/** Bytes of a secret, as the Standard Webhooks specification limits them. */
const secretBytes = { min: 24, max: 64 }

function validateUrl(text: string): Issue | undefined {
  if (text === '') return blank
  if (!/^https?:\/\//.test(text) || validateUrlFormat(text))
    return { code: 'validation_is_url', message: 'Must be a URL that begins with https:// or http://.' }
  if (/^https?:\/\/[^/?#]*@/.test(text))
    return { code: 'validation_invalid_url', message: 'Remove the name and password: the signature says who sends it.' }
  return lengthBetween(text, 1, maxUrlBytes)
}

function validateCollections(chosen: readonly string[], all: readonly Pick<Collection, 'id' | 'type'>[]): Issue | undefined {
  const found = chosen.map(id => all.find(collection => collection.id === id))
  if (found.some(collection => !collection))
    return { code: 'validation_unknown_collection', message: 'Choose collections that exist.' }
  return found.some(collection => collection?.type === 'view')
    ? {
        code: 'validation_view_collection',
        message: 'Records of views do not change. Choose the collections that the view reads.',
      }
    : undefined
}

function validateFilter(filter: string): Issue | undefined {
  if (filter === '') return undefined
  try {
    parseFilter(filter)
    return lengthBetween(filter, 1, maxFilterBytes)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return { code: 'validation_invalid_filter', message: `The filter is invalid: ${error.message}` }
  }
}

/** Returns whether a text is a secret: `whsec_` and 24 to 64 bytes in base64. */
function isSecret(text: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text)?.[1]
  if (base64 === undefined || base64.length % 4 !== 0) return false
  const bytes = (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
  return bytes >= secretBytes.min && bytes <= secretBytes.max
}

/** Validates a web hook and returns issues by field; empty if it is valid. */
export function validateWebHook(
  { url, collections, events, filter, secret }: WebHookOptions & { secret: string },
  all: readonly Pick<Collection, 'id' | 'type'>[],
): Issues {
  return collectIssues({
    url: validateUrl(url),
    collections: validateCollections(collections, all),
    events: events.length === 0 ? { code: 'validation_required', message: 'Choose at least one event.' } : undefined,
    filter: validateFilter(filter),
    secret: isSecret(secret)
      ? undefined
      : { code: 'validation_invalid_secret', message: 'Must be whsec_ followed by 24 to 64 random bytes in base64.' },
  })
}
