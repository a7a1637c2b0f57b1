import { CodeBlock as BaseCodeBlock } from '@tiptap/extension-code-block'
import { isBlank } from './elements.ts'
import { type RetainedAttributes, readRetained } from './retainedAttributes.ts'

const languageClass = /^language-/

/** Returns the `code` element that is the only child of a `pre`. */
function innerCode(pre: HTMLElement): HTMLElement | null {
  const [only] = pre.children
  const isAlone = [...pre.childNodes].every(node => node === only || isBlank(node.textContent ?? ''))
  return only instanceof HTMLElement && only.localName === 'code' && isAlone ? only : null
}

const classesOf = (element: HTMLElement | null): string[] => [...(element?.classList ?? [])]

/** The attributes of the `code` inside the `pre`, except the language; null if there is no such element. */
function readCode(pre: HTMLElement): RetainedAttributes | null {
  const code = innerCode(pre)
  if (code === null) return null
  const { class: _, ...rest } = readRetained(code, {}) ?? {}
  const classes = classesOf(code).filter(name => !languageClass.test(name))
  return classes.length > 0 ? { ...rest, class: classes.join(' ') } : rest
}

export const CodeBlock = BaseCodeBlock.extend({
  addAttributes: () => ({
    language: {
      default: null,
      rendered: false,
      parseHTML: (pre: HTMLElement) =>
        classesOf(innerCode(pre))
          .find(name => languageClass.test(name))
          ?.replace(languageClass, '') || null,
    },
    /** Whether the `pre` contains a `code`, with its other attributes. */
    hasCode: { default: true, rendered: false, parseHTML: (pre: HTMLElement) => innerCode(pre) !== null },
    code: { default: null, rendered: false, parseHTML: readCode },
  }),
})
