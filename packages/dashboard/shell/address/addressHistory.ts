import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'

/**
 * Addresses after the hash, `/_/#/collections?collectionId=x`. The router's own hash history would mix the real query
 * (`/_/?installer#`) into the route, so this one keeps the two apart.
 */
export function createAddressHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(location.hash.slice(1) || '/', history.state),
    createHref: path => `${location.pathname}${location.search}#${path}`,
  })
}
