/** Shows what would be asked, and what would be made of kept drafts, without any call. */
package io.broadsheet.generator.preview;
