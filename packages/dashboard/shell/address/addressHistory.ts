import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'

/**
 * Creates a history whose routes are in the URL's hash: `/_/#/collections?collectionId=x`. The router's own hash history would mix
 * the URL's real query (`/_/?installer#`) into the route.
 */
export function createAddressHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(location.hash.slice(1) || '/', history.state),
    createHref: path => `${location.pathname}${location.search}#${path}`,
  })
}
