/**
 * The local stack: PostgreSQL, Kafka, the sandbox and both services as processes of their own on
 * one machine, today's edition made and posted, with one command and no Docker.
 */
package io.broadsheet.local;
