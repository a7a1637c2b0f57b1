import { makeInert } from '../makeInert.ts'

/** Parses HTML into an inert document: nothing loads, runs or is displayed. Unsafe attributes are renamed to `data-held-…`. */
export function readHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<!doctype html><html><head></head><body>${makeInert(html)}`, 'text/html').body
}
