import { Image as BaseImage } from '@tiptap/extension-image'
import { type DOMOutputSpec, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { isShownImage } from '../../addresses.ts'
import styles from '../content.module.css'

interface ImageAttributes {
  src: string
  alt: string | null
  title: string | null
  width: string | null
  height: string | null
}

const textAttribute = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(name),
})

const imageTag = ({ attrs: { src, alt, title, width, height } }: Node): DOMOutputSpec => [
  'img',
  { src, alt, title, width, height },
]

/** Copied HTML contains the image, even if it is not loaded here. */
function copyWithAddresses(schema: Schema) {
  const nodes = { ...DOMSerializer.nodesFromSchema(schema), image: imageTag }
  return new Plugin({ props: { clipboardSerializer: new DOMSerializer(nodes, DOMSerializer.marksFromSchema(schema)) } })
}

function hostOf(address: string): string | undefined {
  try {
    return new URL(address, location.href).host || undefined
  } catch {
    return undefined
  }
}

/** Placeholder that shows the URL of an image that is not loaded here. */
function placeholder({ src, alt }: ImageAttributes, reason: string): HTMLElement {
  const box = document.createElement('span')
  box.className = styles.unseen ?? ''
  box.setAttribute('role', 'img')
  box.setAttribute('aria-label', [alt, reason].filter(Boolean).join(': '))
  box.title = src.length > 200 ? `${src.slice(0, 200)}…` : src
  box.append(alt ? `${alt} ` : '')
  const note = document.createElement('small')
  note.textContent = reason
  box.append(note)
  return box
}

const isForeign = (address: string): boolean => /^(?:https?:)?\/\//i.test(address.trim())

const whyUnseen = (address: string): string =>
  isForeign(address)
    ? `Image on ${hostOf(address) ?? 'another server'}, not loaded here`
    : `Image at ${address.slice(0, 80)}, not loaded here`

function picture(attributes: ImageAttributes, onFailure: () => void): HTMLImageElement {
  const image = document.createElement('img')
  for (const name of ['alt', 'title', 'width', 'height'] as const) {
    const value = attributes[name]
    if (value !== null) image.setAttribute(name, value)
  }
  image.alt ||= ''
  image.draggable = false
  image.onerror = onFailure
  image.src = attributes.src
  return image
}

/** An image of the text. Only images from this server or from data URLs are loaded; others show their URL. */
function createImageView(first: Node): NodeView {
  const dom = document.createElement('span')
  dom.className = styles.image ?? ''
  let shown: Node | undefined

  const draw = (node: Node) => {
    if (shown && Object.keys(node.attrs).every(name => node.attrs[name] === shown?.attrs[name])) return
    shown = node
    const attributes = node.attrs as ImageAttributes
    const isShown = isShownImage(attributes.src, location.origin)
    const fail = () => shown === node && dom.replaceChildren(placeholder(attributes, 'Image could not be loaded'))
    dom.replaceChildren(isShown ? picture(attributes, fail) : placeholder(attributes, whyUnseen(attributes.src)))
  }

  draw(first)
  return {
    dom,
    update: node => {
      if (node.type !== first.type) return false
      draw(node)
      return true
    },
  }
}

export const Image = BaseImage.extend({
  addAttributes: () => ({
    src: textAttribute('src'),
    alt: textAttribute('alt'),
    title: textAttribute('title'),
    width: textAttribute('width'),
    height: textAttribute('height'),
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  // The first render happens before the node views exist, and must not load anything.
  renderHTML: () => ['img', {}],
  addProseMirrorPlugins() {
    return [copyWithAddresses(this.editor.schema)]
  },
  addNodeView:
    () =>
    ({ node }) =>
      createImageView(node),
}).configure({ inline: true, allowBase64: true })
