/** What a person may ask of a running press, on its own port; never public. */
package io.broadsheet.publisher.management;
