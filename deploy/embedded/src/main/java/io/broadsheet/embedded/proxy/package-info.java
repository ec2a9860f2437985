/**
 * A TCP proxy that fails as networks do, for tests: between a pool and its database, or between any
 * client and server.
 */
package io.broadsheet.embedded.proxy;
