/**
 * The delivery protocol: a committed claim, one call or probe, one recorded outcome. Each step is a
 * class with one public method; {@link io.broadsheet.publisher.delivery.NextState} alone decides
 * where a delivery goes.
 */
package io.broadsheet.publisher.delivery;
