import { Mark } from '@tiptap/core'
import { Bold as BaseBold } from '@tiptap/extension-bold'
import { Code as BaseCode } from '@tiptap/extension-code'
import { Italic as BaseItalic } from '@tiptap/extension-italic'
import { Link as BaseLink } from '@tiptap/extension-link'
import { Strike as BaseStrike } from '@tiptap/extension-strike'
import { Underline as BaseUnderline } from '@tiptap/extension-underline'
import { isLinkAddress } from '../../addresses.ts'

/** Some formats have several possible tags. The original tag is preserved. */
const tagged = <Options>(base: Mark<Options>, names: readonly [string, ...string[]]) =>
  base.extend({
    addAttributes: () => ({
      tag: { default: names[0], rendered: false, parseHTML: (element: HTMLElement) => element.localName },
    }),
    parseHTML: () => names.map(tag => ({ tag })),
    renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.tag, HTMLAttributes, 0],
  })

export const Bold = tagged(BaseBold, ['strong', 'b'])
export const Italic = tagged(BaseItalic, ['em', 'i'])
export const Underline = tagged(BaseUnderline, ['u'])
export const Strike = tagged(BaseStrike, ['s', 'strike', 'del'])

/** Inline code. It can be combined with other formats, as in HTML. */
export const Code = BaseCode.extend({ excludes: 'code', parseHTML: () => [{ tag: 'code' }] })

const textAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

export const Link = BaseLink.extend({
  inclusive: false,
  addAttributes: () => ({
    href: textAttribute('href'),
    target: textAttribute('target'),
    rel: textAttribute('rel'),
    class: textAttribute('class'),
    title: textAttribute('title'),
  }),
}).configure({
  autolink: true,
  linkOnPaste: true,
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
  isAllowedUri: isLinkAddress,
})

const otherTags = 'sub sup small mark ins kbd samp var cite q abbr acronym dfn time bdi bdo big tt font data a:not([href])'.split(
  ' ',
)

/** Formats without a toolbar button, which are preserved. They can be nested. */
export const OtherFormat = Mark.create({
  name: 'otherFormat',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({
    tag: { default: 'small', rendered: false, parseHTML: (element: HTMLElement) => element.localName },
  }),
  parseHTML: () => otherTags.map(tag => ({ tag })),
  renderHTML: ({ mark, HTMLAttributes }) => [mark.attrs.tag, HTMLAttributes, 0],
})
