"""Pure rules about plans, doses, bounds and gates. No Django, no input or output, no clock."""
