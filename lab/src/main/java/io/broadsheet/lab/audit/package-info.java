/** Compares what the channels show with what the database and the topics say. */
package io.broadsheet.lab.audit;
