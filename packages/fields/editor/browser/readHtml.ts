import { disarm } from '../disarm.ts'

/** HTML in a document of its own: nothing in it loads, runs or is shown. Some attributes are named `data-held-…` there. */
export const readHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><html><head></head><body>${disarm(html)}`, 'text/html').body
