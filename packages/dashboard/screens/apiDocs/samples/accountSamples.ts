import type { AccountSubject } from '../parts/accounts.ts'
import { collectionPath } from '../parts/paths.ts'
import type { SignIn } from '../rules/RuleNeeds.ts'
import type { Samples } from './languages.ts'
import { placeholders, writeSamples } from './writeSamples.ts'
import { quoteDart, quoteJavaScript } from './writeValue.ts'

interface AccountCall {
  /** The method of the SDKs, which is the same in all of them. */
  method: string
  /** Its arguments, which are all texts, by their name in the body. */
  body: Readonly<Record<string, string>>
  /** The last part of the path. */
  path: string
  signIn?: SignIn
  /** What the result is kept as. */
  result?: string
  /** What is done with it, the same in JavaScript and, with semicolons, in Dart. */
  after?: { javascript: string; dart: string }
}

/** Samples of a call that sends texts about an account, of which most are made. */
export const accountSamples = ({ collection, origin }: AccountSubject, call: AccountCall): Samples => {
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
