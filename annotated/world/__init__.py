"""A small bilingual world: Chinese sentences, each with its one English translation."""
