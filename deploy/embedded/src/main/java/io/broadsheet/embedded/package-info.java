/**
 * PostgreSQL and Kafka from Maven artifacts, as processes of their own: for the local stack, where
 * their data outlives them, and for integration tests, where nothing of them is left. No Docker, no
 * installed server, but PgBouncer, which no Maven artifact has: tests that need it are skipped
 * where it is not installed.
 */
package io.broadsheet.embedded;
