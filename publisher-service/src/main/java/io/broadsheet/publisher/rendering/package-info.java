/**
 * Posts in each channel's form. Text from models is hostile: it is parsed to one syntax tree and
 * written by allow-list, and what does not fit is shortened by rule, never cut in silence.
 */
package io.broadsheet.publisher.rendering;
