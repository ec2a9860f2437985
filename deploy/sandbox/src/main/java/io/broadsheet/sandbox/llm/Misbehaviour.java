package io.broadsheet.sandbox.llm;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways in which a model or its provider can fail to give a good answer. */
public enum Misbehaviour {
  /** 429 {@code insufficient_quota}. */
  QUOTA,
  /** 402: no credits. */
  NO_CREDITS,
  /** 429 with {@code Retry-After}. */
  RATE,
  /** 503: overloaded. */
  OVERLOADED,
  /** 400 {@code content_filter}. */
  CONTENT_FILTER,
  /** 200 whose text ends early with {@code finish_reason} {@code content_filter}. */
  FILTERED_TEXT,
  /** 400 {@code context_length_exceeded}. */
  CONTEXT_LENGTH,
  /** 401 {@code invalid_api_key}. */
  UNAUTHORISED,
  /** 403: the country or the key may not use the model. */
  FORBIDDEN,
  /** 404 {@code model_not_found}. */
  MODEL_NOT_FOUND,
  /** 200 whose body is an error. */
  ERROR_IN_200,
  /** 200 with a web page. */
  HTML,
  /** 200 with JSON and no choice in it. */
  NO_CHOICE,
  /** Half the text, {@code finish_reason} {@code length}. */
  CUT_OFF,
  /** No text, {@code finish_reason} {@code length}: thinking used the budget. */
  THOUGHT_OUT,
  /** No text, {@code finish_reason} {@code stop}. */
  EMPTY,
  /** The text stands in {@code reasoning}, the content is empty. */
  ONLY_REASONING,
  /** {@code refusal} instead of content. */
  REFUSAL_FIELD,
  /** The content is an apology. */
  REFUSES,
  /** The content begins with {@code <think>...</think>}. */
  REASONING,
  /** The content has {@code </think>} and no opening tag. */
  LONE_THINK,
  /** The whole content in a Markdown fence. */
  FENCED,
  /** The content as JSON in a fence. */
  JSON_FENCED,
  /** The content as JSON without its last brace. */
  MISSING_BRACE,
  /** A sentence to the user before the content. */
  PREAMBLE,
  /** The content, its last paragraph again and again. */
  REPEATS,
  /** An answer to the text instead of its translation. */
  ANSWERS,
  /** The material given back. */
  RETURNS_SOURCE,
  /** The content with its first link taken out. */
  LOSES_LINK,
  /** The content with another number in the place of its first. */
  CHANGES_NUMBER,
  /** The content with its last paragraph in the source language. */
  LEAVES_CYRILLIC;

  /** In rules: any of them, chosen anew at each hit. */
  public static final String RANDOM = "random";

  /** The name in rules, for instance {@code cut-off}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The one of that name. */
  public static Optional<Misbehaviour> of(String text) {
    return Arrays.stream(values()).filter(one -> one.text().equals(text)).findFirst();
  }

  /** All names. */
  public static String all() {
    return Arrays.stream(values()).map(Misbehaviour::text).collect(Collectors.joining(", "));
  }
}
