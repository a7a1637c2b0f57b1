import type { AccountSubject } from '../parts/accounts.ts'
import { collectionPath } from '../parts/paths.ts'
import type { SignIn } from '../rules/RuleNeeds.ts'
import type { Samples } from './languages.ts'
import { placeholders, writeSamples } from './writeSamples.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

interface AccountCall {
  /** Name of the method in all SDKs. */
  method: string
  /** Its string arguments, by their name in the body. */
  body: Readonly<Record<string, string>>
  /** Last part of the path. */
  path: string
  signIn?: SignIn
  /** Name of the result's variable. */
  result?: string
  /** Code that uses the result. */
  after?: { javascript: string; dart: string }
}

/** Writes the samples of a call whose body has only strings. */
export function accountSamples({ collection, origin }: AccountSubject, call: AccountCall): Samples {
  const { method, body, path, signIn, result, after } = call
  const write = (quote: (text: string) => string) =>
    `await pb.collection(${quote(collection.name)}).${method}(${Object.values(body).map(quote).join(', ')})`
  const known = Object.values(body).filter(text => Object.values<string>(placeholders).includes(text))
  const names = [...new Set(known)].join(' and ')
  const javascript = `${result ? `const ${result} = ` : ''}${write(quoteJavaScript)}`
  const dart = `${result ? `final ${result} = ` : ''}${write(quoteDart)};`
  return writeSamples({
    origin,
    signIn,
    remarks: names ? [`Replace ${names} with your own values.`] : [],
    javascript: after ? `${javascript}\n\n${after.javascript}` : javascript,
    dart: after ? `${dart}\n\n${after.dart}` : dart,
    curl: {
      method: 'POST',
      url: `${origin}${collectionPath(collection)}/${path}`,
      ...(Object.keys(body).length > 0 && { body }),
    },
  })
}
