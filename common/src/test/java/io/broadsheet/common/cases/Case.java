package io.broadsheet.common.cases;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the fault, met by somebody in production, that a test keeps from coming back. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Case {

  /** The case's id, for instance {@code D5}; {@code docs/cases.md} tells them. */
  String[] value();
}
