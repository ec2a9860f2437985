/** Tier 3: the real processes, faults by a seed, and an audit when they have ended. */
package io.broadsheet.lab.chaos;
