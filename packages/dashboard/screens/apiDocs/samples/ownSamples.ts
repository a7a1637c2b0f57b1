import type { AccountSubject } from '../parts/accounts.ts'
import { recordsPath } from '../parts/paths.ts'
import type { Samples } from './languages.ts'
import { writeSamples } from './writeSamples.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

interface OwnCall {
  /** Name of the method in all SDKs. */
  method: 'listExternalAuths' | 'unlinkExternalAuth'
  /** Arguments after the id of the auth record. */
  arguments: readonly string[]
  result?: string
  verb: 'GET' | 'DELETE'
  /** Path below that of the record. */
  path: string
}

/** Writes the samples of a call that an auth record makes about itself. */
export function ownSamples({ collection, origin, record }: AccountSubject, call: OwnCall): Samples {
  const write = (quote: (text: string) => string) =>
    `await pb.collection(${quote(collection.name)}).${call.method}(${['pb.authStore.model.id', ...call.arguments.map(quote)].join(', ')})`
  return writeSamples({
    origin,
    signIn: collection,
    javascript: `${call.result ? `const ${call.result} = ` : ''}${write(quoteJavaScript)}`,
    dart: `${call.result ? `final ${call.result} = ` : ''}${write(quoteDart)};`,
    curl: { method: call.verb, url: `${origin}${recordsPath(collection)}/${encodeURIComponent(record.id)}/${call.path}` },
  })
}
