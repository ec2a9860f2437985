/** Work that goes on for as long as a service runs. */
package io.broadsheet.common.task;
